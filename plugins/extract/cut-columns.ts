/** Cuts an excerpt by column. Columns are 0-based code points, the end is exclusive. */

/**
 * `startColumn` applies to the first line, `endColumn` to the last. If it's the same line, both count from its start. Setting
 * either removes the trailing line break.
 */
export function cutColumns(text: string, startColumn: number | undefined, endColumn: number | undefined): string {
  if (startColumn === undefined && endColumn === undefined) return text;
  const body = text.endsWith("\n") ? text.slice(0, -1) : text;
  const lines = body.split("\n");
  const last = lines.length - 1;
  const [first = "", end = ""] = [lines[0], lines[last]];
  if (last === 0) return sliceCharacters(first, startColumn ?? 0, endColumn);
  lines[0] = sliceCharacters(first, startColumn ?? 0, undefined);
  lines[last] = sliceCharacters(end, 0, endColumn);
  return lines.join("\n");
}

function sliceCharacters(line: string, start: number, end: number | undefined): string {
  return [...line].slice(start, end).join("");
}
