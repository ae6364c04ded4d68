/** Creates paths, line ranges and previews in the form that docs/contracts/angelscript.md specifies. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { Place } from "../database/symbols.ts";
import { decodeSource, LineMap } from "../engine/source-text.ts";

const MAX_PREVIEW_LINES = 20;
/** Longer lines are cut, because some generated files have huge ones. */
const MAX_LINE = 500;
const CUT = "…";
/** The number of characters that are shown before the position in a long line. */
const LEAD = 100;
const UNAVAILABLE = "<source unavailable>";

export interface LineRange {
  filePath: string;
  startLine: number;
  endLine: number;
  /** The line of the name, which is the same in all tools. */
  nameLine?: number;
  preview: string;
}

/**
 * Returns `rootName/relative/path`, even if there is only one root. Outside of all roots the path is absolute. The separator is
 * always `/`.
 */
export function displayPath(context: Pick<WorkerContext, "workspace">, absolute: string): string {
  const path = absolute.replaceAll("\\", "/");
  let best: { name: string; path: string } | undefined;
  for (const root of context.workspace.roots) {
    const folder = root.path.replaceAll("\\", "/");
    if (path.startsWith(`${folder}/`) && (!best || folder.length > best.path.length))
      best = { name: root.name, path: folder };
  }
  return best ? `${best.name}/${path.slice(best.path.length + 1)}` : path;
}

/** Caches files for the duration of one answer. */
export class Sources {
  readonly #context: WorkerContext;
  readonly #known = new Map<string, Promise<LineMap | undefined>>();

  constructor(context: WorkerContext) {
    this.#context = context;
  }

  lines(path: string): Promise<LineMap | undefined> {
    let lines = this.#known.get(path);
    if (!lines) {
      lines = this.#context.files.read(path).then(
        (bytes) => new LineMap(decodeSource(bytes)),
        () => undefined,
      );
      this.#known.set(path, lines);
    }
    return lines;
  }

  async text(path: string, start: number, end: number): Promise<string> {
    const lines = await this.lines(path);
    return lines ? lines.text(start, end) : "";
  }

  display(path: string): string {
    return displayPath(this.#context, path);
  }
}

/** Long lines are cut around `character`, which is 0-based. */
export function preview(lines: LineMap | undefined, startLine: number, endLine: number, character = 0): string {
  if (!lines || startLine > lines.lines) return UNAVAILABLE;
  const shown = lines
    .slice(startLine, Math.min(endLine, startLine + MAX_PREVIEW_LINES - 1))
    .map((line) => shortLine(line, character));
  if (endLine - startLine + 1 > MAX_PREVIEW_LINES) shown.push("... (truncated)");
  return shown.join("\n");
}

function shortLine(line: string, character: number): string {
  if (line.length <= MAX_LINE) return line;
  const from = Math.max(0, character - LEAD);
  return `${from > 0 ? CUT : ""}${line.slice(from, from + MAX_LINE)}${from + MAX_LINE < line.length ? CUT : ""}`;
}

/** Converts `character` to its column in the preview. */
export function columnInPreview(shown: string, character: number): number {
  return shown.startsWith(CUT) && character > LEAD ? LEAD + CUT.length : character;
}

/** Returns undefined for native symbols. */
export async function nameLocation(
  sources: Sources,
  place: Place | undefined,
): Promise<{ filePath: string; startLine: number } | undefined> {
  if (!place) return undefined;
  const lines = await sources.lines(place.file.path);
  return { filePath: sources.display(place.file.path), startLine: lines?.lineAt(place.declaration.nameStart) ?? 1 };
}

const MACRO_LINE = /^\s*U(CLASS|STRUCT|PROPERTY|FUNCTION|ENUM)\b/;

/**
 * Returns the lines of a definition, and the line above if it has the macro (see "The macro above" in
 * docs/contracts/angelscript.md).
 */
export async function definitionOf(sources: Sources, place: Place, generated: boolean): Promise<LineRange> {
  const { declaration, file } = place;
  const lines = await sources.lines(file.path);
  if (!lines) return { filePath: sources.display(file.path), startLine: 1, endLine: 1, preview: UNAVAILABLE };
  const first = lines.lineAt(generated ? declaration.nameStart : declaration.head);
  const looksBack = declaration.macroStart >= 0 && MACRO_LINE.test(lines.line(first - 1));
  const startLine = looksBack ? first - 1 : first;
  const wide = ["class", "struct", "enum", "namespace", "function", "constructor", "destructor"].includes(
    declaration.kind,
  );
  const endLine =
    wide && !generated
      ? lines.lineAt(Math.max(declaration.end - 1, declaration.head))
      : lines.lineAt(declaration.nameStart);
  const nameLine = lines.lineAt(declaration.nameStart);
  return {
    filePath: sources.display(file.path),
    startLine,
    endLine,
    nameLine,
    preview: preview(lines, startLine, endLine),
  };
}

/** Returns all lines of a type from its macro to the closing brace. */
export async function typeSource(sources: Sources, place: Place): Promise<LineRange> {
  const { declaration, file } = place;
  const filePath = sources.display(file.path);
  const lines = await sources.lines(file.path);
  if (!lines) return { filePath, startLine: 1, endLine: 1, preview: UNAVAILABLE };
  const startLine = lines.lineAt(declaration.macroStart >= 0 ? declaration.macroStart : declaration.head);
  const endLine = lines.lineAt(Math.max(declaration.end - 1, declaration.head));
  const nameLine = lines.lineAt(declaration.nameStart);
  return { filePath, startLine, endLine, nameLine, preview: preview(lines, startLine, endLine) };
}
