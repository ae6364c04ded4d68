/** Rows of an outline: nested as the code is; in a map of a folder under the name of their file. */
import type { RenderedRow, Row } from "../../../core/host/plugin-api.ts";

interface Shown {
  kind: string;
  signature: string;
  line: number;
  end_line: number;
  start_line?: number;
  column?: number;
  depth?: number;
  path?: string;
  more_in_file?: number;
}

interface Answer {
  path: string;
  symbols: readonly Shown[];
}

export function outlineLines({ row }: RenderedRow<Shown>, { path, symbols }: Answer): Row[] {
  const { signature, line, end_line, start_line = line, column = 1, depth, more_in_file } = row;
  const file = row.path ?? path;
  const own: Row = {
    text: signature,
    depth: depth ?? 1,
    location: { absolute: file, display: file, startLine: start_line, startColumn: column, endLine: end_line },
  };
  if (row.path === undefined) return [own];
  const heading: Row = {
    text: file,
    tone: "muted",
    location: { absolute: file, display: file, startLine: 1, startColumn: 1, endLine: 1 },
  };
  const first = symbols.find((each) => each.path === file);
  return [
    ...(first?.line === line ? [heading] : []),
    own,
    ...(more_in_file ? [{ text: `… ${more_in_file} more: ask for the file`, depth: 1, tone: "muted" as const }] : []),
  ];
}
