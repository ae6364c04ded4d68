/** Shortens the signatures of declarations. */

const WORD = /[\p{L}\p{N}_$]/u;

/**
 * Cuts the signature to about `most` characters, but never inside the declared name, because a part of a name can't be searched
 * for.
 */
export function shortSignature(signature: string, name: string, most: number): string {
  if (signature.length <= most) return signature;
  const end = Math.max(startOfWord(signature, most - 1), endOfName(signature, name));
  return end >= signature.length ? signature : `${signature.slice(0, end)}…`;
}

/**
 * Returns the start of the word at an offset. If there is no word, or if it begins in the first half, the result is the offset
 * itself.
 */
function startOfWord(text: string, place: number): number {
  let at = place;
  while (at > 0 && WORD.test(text.charAt(at - 1)) && WORD.test(text.charAt(at))) at--;
  return at > place / 2 ? at : place;
}

/** Returns the end of the name in a signature, or 0 if the name does not occur as a word. */
function endOfName(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0 && name !== ""; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (!WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(end))) return end;
  }
  return 0;
}
