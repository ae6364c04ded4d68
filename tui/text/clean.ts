/** Makes untrusted text safe to display, by removing everything that a terminal would interpret. */
import { stripVTControlCharacters } from "node:util";

const PLAIN = /^[\x20-\x7e]*$/;
const TAB = "    ";
/**
 * Matches C0, DEL, C1, direction overrides and isolates, zero-width marks except the joiner of emoji, BOM, and
 * invisible tag characters.
 */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/**
 * Matches parts of emoji that terminals draw in different ways: joiners, the selector for the wide form, and skin
 * tones. Without them, all terminals agree on the width.
 */
const DISPUTED = /\u200d.?|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu;

/**
 * Returns a single line. Escape sequences and control characters are removed, tabs become spaces, and a line break is
 * shown as ⏎.
 */
export function clean(text: string): string {
  if (PLAIN.test(text)) return text;
  return stripVTControlCharacters(text.replace(/\r\n?|\n/g, "⏎").replace(/\t/g, TAB))
    .replace(HIDDEN, "")
    .replace(DISPUTED, "");
}
