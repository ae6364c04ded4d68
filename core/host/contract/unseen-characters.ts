/**
 * Handles characters that are invisible or look like something else: controls (C0 except for tab and line ends, C1),
 * bidirectional marks, zero-width characters, tags and fillers. They can control a terminal, or hide words from people that a
 * model still reads. This is why we print them as escapes. If a script or an emoji needs a joiner or variation selector, it is
 * not changed.
 */

/** Excludes most strings at a low cost. */
const MAYBE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud834\udb40-\udb43]/;

const UNSEEN = new RegExp(
  [
    "\\r(?!\\n)|[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e]",
    "[\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}]",
    // Matches joiners between plain letters, variation selectors after plain letters or other selectors, and ideographic
    // selectors in any other place.
    "(?<![^\\u0000-\\u007f])[\\u200c\\u200d](?![^\\u0000-\\u007f])",
    "(?<=[A-Za-z\\s\\ufe00-\\ufe0f])[\\ufe00-\\ufe0f]",
    "(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]",
  ].join("|"),
  "gu",
);

const hex = (code: number) => code.toString(16).padStart(4, "0");

/**
 * Escapes invisible characters in plain text. The results look like `\u202e` or, for characters beyond U+FFFF, like
 * `\u{e0041}`.
 */
export function withEscapes(text: string): string {
  return replaceUnseen(text, (char) => {
    const code = hex(char.codePointAt(0) ?? 0);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
  });
}

/** Escapes invisible characters in JSON with JSON's own escapes, so that the value does not change. */
export function jsonWithEscapes(json: string): string {
  return replaceUnseen(json, (char) =>
    units(char)
      .map((code) => `\\u${hex(code)}`)
      .join(""),
  );
}

/** Like `JSON.stringify`, except that invisible characters are escaped as well. */
export function escapedJson(value: unknown, indent?: number): string {
  return jsonWithEscapes(JSON.stringify(value, null, indent));
}

const MARK = /\\u0000([0-9a-f]{4})\\u0000/g;

/**
 * Used for encoders that escape NUL and nothing else. We insert marks before encoding and replace them with escapes afterwards.
 * TOON can't escape characters beyond U+FFFF, so they remain.
 */
export function withMarks(text: string): string {
  return replaceUnseen(text, (char) => (char.length > 1 ? char : `\0${hex(char.charCodeAt(0))}\0`));
}

/** Spells out the characters that no encoder can escape, for example as `\u{e0041}`. */
export function withLongSpelled(text: string): string {
  return replaceUnseen(text, (char) => (char.length > 1 ? withEscapes(char) : char));
}

export function marksToEscapes(line: string): string {
  return line.replace(MARK, "\\u$1");
}

export function withoutUnseen(text: string): string {
  return replaceUnseen(text, () => "");
}

export function hasUnseen(text: string): boolean {
  return withoutUnseen(text) !== text;
}

function replaceUnseen(text: string, by: (char: string) => string): string {
  return MAYBE.test(text) ? text.replace(UNSEEN, by) : text;
}

function units(char: string): number[] {
  return Array.from({ length: char.length }, (_, at) => char.charCodeAt(at));
}
