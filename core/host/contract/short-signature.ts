/** Shortens the signatures of declarations. */

const WORD = /[\p{L}\p{N}_$]/u;

/** Shortens a signature to about `most` characters. Never cuts the declared name, because a partial name finds nothing. */
export function shortSignature(signature: string, name: string, most: number): string {
  if (signature.length <= most) return signature;
  const end = Math.max(startOfWord(signature, most - 1), endOfName(signature, name));
  return end >= signature.length ? signature : `${signature.slice(0, end)}…`;
}

/** Returns the start of the word at an offset. Returns the offset itself if it is not in a word or the word begins in the first half. */
function startOfWord(text: string, place: number): number {
  let at = place;
  while (at > 0 && WORD.test(text.charAt(at - 1)) && WORD.test(text.charAt(at))) at--;
  return at > place / 2 ? at : place;
}

/** Returns 0 if the name does not occur as a word. */
function endOfName(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0 && name !== ""; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (!WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(end))) return end;
  }
  return 0;
}
