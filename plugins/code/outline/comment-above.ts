/** Finds the documentation line of a declaration, which is the first line of the comment above it. */
import type { LineTable } from "./line-table.ts";

/** If the comment above a declaration is longer, only this many lines of it are read. */
const MAX_LINES = 80;
const MAX_CHARACTERS = 160;

export function documentationAbove(lines: LineTable, start: number, comments: "slash" | "hash" | "dash"): string {
  const first = lines.at(start).line;
  // A declaration that shares its line with another has no comment of its own.
  if (
    lines
      .line(first)
      .slice(0, lines.at(start).column - 1)
      .trim() !== ""
  )
    return "";
  const above = lines.line(first - 1).trim();
  if (comments === "slash" && above.endsWith("*/")) return blockAbove(lines, first - 1);
  const mark = { slash: /^\/\/[/!]?/, hash: /^#/, dash: /^--+/ }[comments];
  let top = first;
  while (top > 1 && first - top < MAX_LINES && mark.test(lines.line(top - 1).trim())) top--;
  for (let at = top; at < first; at++) {
    const said = shortened(lines.line(at).trim().replace(mark, ""));
    if (said !== "") return said;
  }
  return "";
}

function blockAbove(lines: LineTable, last: number): string {
  let top = last;
  while (top > 1 && last - top < MAX_LINES && !lines.line(top).includes("/*")) top--;
  for (let at = top; at <= last; at++) {
    const said = shortened(
      lines
        .line(at)
        .replace(/^.*?\/\*+!?/, "")
        .replace(/\*+\/.*$/, "")
        .replace(/^\s*\*+/, ""),
    );
    if (said !== "") return said;
  }
  return "";
}

/** Returns a line of a comment, or "" for a line without content, such as a row of dashes. */
export function shortened(line: string): string {
  const said = line.trim();
  if (!/[\p{L}\p{N}]/u.test(said)) return "";
  return said.length > MAX_CHARACTERS ? `${said.slice(0, MAX_CHARACTERS - 1)}…` : said;
}
