/** Shortens the line of a use. */

/** Longer lines are minified or contain no code. */
const LONGEST_LINE = 1000;
const AROUND_NAME = 200;

export function lineText(line: string, column: number): string {
  if (line.length <= LONGEST_LINE) return line.trim();
  const [start, end] = [Math.max(0, column - 1 - AROUND_NAME), column - 1 + AROUND_NAME];
  return `${start > 0 ? "…" : ""}${line.slice(start, end).trim()}${end < line.length ? "…" : ""}`;
}
