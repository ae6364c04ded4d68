/** Replaces characters with ASCII characters of the same width, for terminals without Unicode. */
import stringWidth from "string-width";

const ASCII = /^[\0-\x7f]*$/;
const LIKE = new Map<string, string>(
  Object.entries({
    "-": "─━‐‑–—╌╍",
    "|": "│┃▏▌▐┆",
    "+": "╭╮╰╯┌┐└┘├┤┬┴┼",
    ">": "▸▶›→»⏎",
    "<": "◀‹←«",
    "^": "▴↑⌃",
    v: "▾▼↓",
    "~": "…",
    "*": "●•◆⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏",
    ".": "·░",
    "!": "▲",
    x: "✖×",
    "#": "█▓▒▀▄",
    M: "⌥",
    o: "○◇",
    "'": "‘’",
    '"': "“”",
  }).flatMap(([ascii, like]) => [...like].map((each): [string, string] => [each, ascii])),
);

export function asciiOf(text: string): string {
  if (ASCII.test(text)) return text;
  const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);
  return Array.from(segments, ({ segment }) =>
    ASCII.test(segment) ? segment : (LIKE.get(segment) ?? "?".repeat(stringWidth(segment))),
  ).join("");
}

/**
 * Returns true if the locale specifies an encoding other than UTF-8, such as `C`, `POSIX` or `de_DE.ISO-8859-1`.
 * Returns false if it is not set.
 */
export function isAsciiLocale({ LC_ALL, LC_CTYPE, LANG }: Readonly<Record<string, string | undefined>>): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || "";
  return locale === "C" || locale === "POSIX" || (locale.includes(".") && !/utf-?8/i.test(locale));
}
