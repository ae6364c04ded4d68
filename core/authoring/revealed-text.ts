/** Makes hidden characters in untrusted text visible. */

/**
 * C0 and C1 except for tab (newlines could imitate one of our lines), soft hyphen, bidi controls, zero-width characters, tags,
 * variation selectors, fillers.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Phrases that address the model. */
const INSTRUCTIONS =
  /\b(ignore|disregard|forget)\b.{0,40}\b(previous|prior|above|other|all)\b|\bdo not (tell|mention|inform|show)\b|\b(without|never) (telling|informing|asking) the user\b|\bbefore (using|calling) (any|this|other)\b.{0,40}\btool|<\/?(system|important|instructions?)>|\byou (must|should) always\b/i;

/** Replaces hidden characters by codes like `⟨U+202E⟩`. */
export function revealed(text: string): string {
  return text.replace(
    HIDDEN,
    (char) => `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}

/** Like `revealed`, but keeps line breaks. */
export function revealedLines(text: string): string {
  return text.split("\n").map(revealed).join("\n");
}

/** Returns warnings for the reviewer. */
export function suspicions(text: string): string[] {
  const found: string[] = [];
  const hidden = text.replaceAll("\n", "").match(HIDDEN)?.length ?? 0;
  if (hidden > 0) found.push(`has ${hidden} invisible or direction-changing characters`);
  const sentence = INSTRUCTIONS.exec(text);
  if (sentence) found.push(`addresses the model: "${revealed(sentence[0])}"`);
  return found;
}

/** Single words such as types, names and versions can't be instructions. */
const WORD = /^[\w./^~$-]{0,48}$/;

/**
 * Returns all texts in a manifest with their location, including keys that aren't simple words, because a person or model might
 * read any of them.
 */
export function textsOf(value: unknown, where = ""): { where: string; text: string }[] {
  if (typeof value === "string") return WORD.test(value) ? [] : [{ where, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const below = where === "" ? key : `${where}.${key}`;
    const found = textsOf(inner, below);
    return WORD.test(key) ? found : [{ where: below, text: key }, ...found];
  });
}
