/**
 * Makes untrusted text safe to display. Tool output, file names and source lines can contain anything, including
 * escape sequences that retitle the window or move the cursor. Everything a terminal would interpret is removed, as
 * are characters that reverse or hide text.
 */
import { stripVTControlCharacters } from "node:util";

const PLAIN = /^[\x20-\x7e]*$/;
const TAB = "    ";
/** C0, DEL, C1, bidi overrides and isolates, zero-width marks (not the emoji joiner), BOM, invisible tags. */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/**
 * Parts of emoji that terminals draw in different ways: joiners, the wide-form selector, skin tones. If we kept them,
 * our idea of a line's width would be off on some terminals, and so would everything to the right of it. Without them
 * all terminals agree.
 */
const DISPUTED = /\u200d.?|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu;

/** Collapses to a single line. No escape sequences or control characters, tabs become spaces, line breaks ⏎. */
export function clean(text: string): string {
  if (PLAIN.test(text)) return text;
  return stripVTControlCharacters(text.replace(/\r\n?|\n/g, "⏎").replace(/\t/g, TAB))
    .replace(HIDDEN, "")
    .replace(DISPUTED, "");
}
