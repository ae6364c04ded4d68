/** Replaces characters by ASCII, column for column, for terminals without Unicode. */
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

/** Returns true for locales such as `C`, `POSIX` or `de_DE.ISO-8859-1`, but not if none is set. */
export function isAsciiLocale({ LC_ALL, LC_CTYPE, LANG }: Readonly<Record<string, string | undefined>>): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || "";
  return locale === "C" || locale === "POSIX" || (locale.includes(".") && !/utf-?8/i.test(locale));
}
