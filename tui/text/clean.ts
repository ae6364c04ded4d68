/**
 * Makes untrusted text safe to display. The output of tools, file names and source lines can contain anything, including escape
 * sequences that change the window title or move the cursor. We remove everything that a terminal would interpret, as well as
 * characters that reverse or hide text.
 */
import { stripVTControlCharacters } from "node:util";

const PLAIN = /^[\x20-\x7e]*$/;
const TAB = "    ";
/**
 * C0, DEL, C1, overrides and isolates for bidirectional text, zero-width marks (except for the emoji joiner), BOM, and
 * invisible tags.
 */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/**
 * Parts of emoji that terminals draw in different ways, which are joiners, the selector for wide forms, and skin tones. If we
 * kept them, our idea of a line's width would be wrong on some terminals, and so would everything to the right of it. Without
 * them, all terminals agree.
 */
const DISPUTED = /\u200d.?|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu;

/**
 * Returns a single line without escape sequences and control characters. Tabs become spaces, and line breaks become
 * .
 */
export function clean(text: string): string {
  if (PLAIN.test(text)) return text;
  return stripVTControlCharacters(text.replace(/\r\n?|\n/g, "⏎").replace(/\t/g, TAB))
    .replace(HIDDEN, "")
    .replace(DISPUTED, "");
}
