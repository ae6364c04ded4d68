/**
 * Formats the rows of an outline. They are nested like the code. In a map of a folder, they are listed under the name
 * of their file.
 */
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

/** The maximum length of a signature in a map. The outline of a file shows the whole signature. */
const MAX_SIGNATURE_CHARS = 72;

export function outlineLines({ row }: RenderedRow<Shown>, { path, symbols }: Answer): Row[] {
  const { signature, line, end_line, start_line = line, column = 1, depth } = row;
  const file = row.path ?? path;
  const own: Row = {
    text: signature,
    depth: depth ?? 1,
    location: { absolute: file, display: file, startLine: start_line, startColumn: column, endLine: end_line },
  };
  if (row.path === undefined) return [own];
  own.text = shortSignature(signature, row.symbol_path.slice(row.symbol_path.search(/[^/#]*$/)), MAX_SIGNATURE_CHARS);
  // A map can have thousands of rows, and comparing objects is much faster than comparing paths.
  const known = symbols.indexOf(row);
  const at = known >= 0 ? known : symbols.findIndex((each) => each.path === file && each.line === line);
  if (symbols[at - 1]?.path === file) return [own];
  let last = at;
  while (symbols[last + 1]?.path === file) last++;
  const more = symbols[last]?.more_in_file;
  const heading: Row = {
    text: more ? `${file}: ${more} more` : file,
    tone: "muted",
    location: { absolute: file, display: file, startLine: 1, startColumn: 1, endLine: 1 },
  };
  return [heading, own];
}
