/** Defines codes of characters. */

export const NEWLINE = 10;
export const QUOTE = 34;
export const HASH = 35;
export const APOSTROPHE = 39;
export const STAR = 42;
export const DOT = 46;
export const SLASH = 47;
export const BACKSLASH = 92;
export const LETTER_F = 102;
export const LETTER_N = 110;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
