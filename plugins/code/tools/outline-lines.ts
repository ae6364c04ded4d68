/** Rows of an outline: nested as the code is; in a map of a folder under the name of their file. */
import { type RenderedRow, type Row, shortSignature } from "../../../core/host/plugin-api.ts";

interface Shown {
  symbol_path: string;
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

/** A map cuts longer signatures; the outline of the file has them whole. */
const MOST_OF_MAP = 72;

export function outlineLines({ row }: RenderedRow<Shown>, { path, symbols }: Answer): Row[] {
  const { signature, line, end_line, start_line = line, column = 1, depth } = row;
  const file = row.path ?? path;
  const own: Row = {
    text: signature,
    depth: depth ?? 1,
    location: { absolute: file, display: file, startLine: start_line, startColumn: column, endLine: end_line },
  };
  if (row.path === undefined) return [own];
  own.text = shortSignature(signature, row.symbol_path.slice(row.symbol_path.search(/[^/#]*$/)), MOST_OF_MAP);
  const more = symbols.find((each) => each.path === file && each.more_in_file)?.more_in_file;
  const heading: Row = {
    text: more ? `${file}: ${more} more` : file,
    tone: "muted",
    location: { absolute: file, display: file, startLine: 1, startColumn: 1, endLine: 1 },
  };
  const first = symbols.find((each) => each.path === file);
  return first?.line === line ? [heading, own] : [own];
}
