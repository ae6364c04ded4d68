/** Sanitizes untrusted text: nothing is left that a terminal would interpret. */
import { stripVTControlCharacters } from "node:util";

const PLAIN = /^[\x20-\x7e]*$/;
const TAB = "    ";
/** C0, DEL, C1, bidi overrides and isolates, zero-width marks (not the emoji joiner), BOM, invisible tags. */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/**
 * Emoji parts that terminals handle differently: joiners, the wide-form selector, skin tones. Once they're gone,
 * everyone agrees on the width.
 */
const DISPUTED = /\u200d.?|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu;

/** Collapses to a single line. No escape sequences or control characters, tabs become spaces, line breaks ⏎. */
export function clean(text: string): string {
  if (PLAIN.test(text)) return text;
  return stripVTControlCharacters(text.replace(/\r\n?|\n/g, "⏎").replace(/\t/g, TAB))
    .replace(HIDDEN, "")
    .replace(DISPUTED, "");
}
