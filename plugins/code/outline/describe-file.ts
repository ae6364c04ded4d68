/** A worker job that reads and parses a file and returns its declarations, so that the main thread is not blocked. */
import { JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { Parsers } from "../grammar/parsers.ts";
import { languageOfText } from "./languages.ts";
import { signatureOf } from "./outline-builder.ts";
import { parseOutline } from "./parse-outline.ts";
import { symbolPaths } from "./symbol-paths.ts";

/** Larger files are data or generated code, and a grammar takes seconds for them. */
const MAX_BYTES = 4 * 1024 * 1024;

export interface OutlineRequest {
  /** The absolute path. */
  path: string;
  /** The path in the form that answers print. */
  display: string;
}

type OutlineRow = {
  symbol_path: string;
  name: string;
  kind: string;
  container: string | null;
  line: number;
  column: number;
  start_line: number;
  end_line: number;
  depth: number;
  signature: string;
  documentation?: string;
};

export type OutlineAnswer = {
  language: string;
  symbols: OutlineRow[];
  /** A sentence about the lines that the grammar could not read. */
  unread?: string;
};

export default async function outlineFile(
  { path, display }: OutlineRequest,
  context: WorkerContext,
): Promise<OutlineAnswer> {
  const { text } = await context.files.readText(path, { maxBytes: MAX_BYTES });
  const language = languageOfText(path, text);
  if (!language) throw new JigError("INVALID_ARGUMENT", `No grammar here can read "${display}"`);
  const parsers = await context.keep("parsers", () => new Parsers(context));
  const outline = await parseOutline(text, language, parsers);
  if (!outline) throw new JigError("TIMEOUT", `The grammar of ${language.title} took too long on "${display}"`);
  const paths = symbolPaths(display, outline.declarations);
  const symbols = outline.declarations.map((each, at): OutlineRow => {
    const { name, kind, containers, nameLine, nameColumn, startLine, endLine, documentation } = each;
    return {
      symbol_path: paths[at] ?? display,
      name,
      kind,
      container: containers.length > 0 ? containers.join("/") : null,
      line: nameLine,
      column: nameColumn,
      start_line: startLine,
      end_line: endLine,
      depth: containers.length,
      signature: signatureOf(text, each),
      ...(documentation === "" ? {} : { documentation }),
    };
  });
  return { language: language.title, symbols, ...(outline.unread > 0 ? { unread: unreadNote(outline.unread) } : {}) };
}

function unreadNote(lines: number): string {
  return lines === 1
    ? "1 line could not be parsed: declarations in it may be missing"
    : `${lines} lines could not be parsed: declarations in them may be missing`;
}
