/** Finds the symbols at a position in a file. */
import type { JigError, WorkerContext } from "../../../core/host/plugin-api.ts";
import { countOfUses, readUse, type UseView } from "../binding/bound-uses.ts";
import type { Engine } from "../engine/engine.ts";
import { type IndexedFile, MAX_SCRIPT_BYTES } from "../engine/indexed-file.ts";
import type { BoundText, OpenFile } from "../engine/opened-file.ts";
import { LineMap } from "../engine/source-text.ts";
import { Names, Word } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { Kind, type Tokens } from "../lexer/tokens.ts";
import { answerError } from "./answer-error.ts";

/** A path that is allowed, and a 1-based position. */
export interface PositionRequest {
  path: string;
  filePath: string;
  line: number;
  character: number;
}

export interface ResolvedPosition {
  file: IndexedFile;
  text: string;
  /** All uses in the file. */
  all: Int32Array;
  lines: LineMap;
  offset: number;
  /** The symbols at the cursor or directly before it, with the best first. */
  uses: UseView[];
}

/** A position in a file that was just bound, with its syntax tree and the types of locals. */
export interface OpenPosition extends ResolvedPosition {
  open: OpenFile;
}

/** Throws NotFound if the file isn't a script of the workspace, or if the position is after its end. */
export async function resolvePosition(
  engine: Engine,
  request: PositionRequest,
  context: WorkerContext,
): Promise<ResolvedPosition> {
  return positionIn(
    request,
    engine.isTooLarge(request.path) ? "too large" : await engine.boundText(context, request.path),
  );
}

/** Like `resolvePosition`, but this binds the file again. */
export async function openPosition(
  engine: Engine,
  request: PositionRequest,
  context: WorkerContext,
): Promise<OpenPosition> {
  const open = await engine.open(context, request.path);
  const isTooLarge = engine.isTooLarge(request.path);
  const position = positionIn(request, isTooLarge ? "too large" : open && { ...open, uses: open.bound.uses });
  // `resolvePosition` throws if there's no file.
  return { ...position, open: open! };
}

/** Creates the error for scripts that are too large to be parsed. */
export function tooLarge(filePath: string): JigError {
  return answerError("InvalidParams", `"${filePath}" is too large: scripts over 4 MB are not read`, {
    hint: "Split the file; angelscript_diagnostics lists scripts that are not read",
    details: { filePath, maximumBytes: MAX_SCRIPT_BYTES },
  });
}

function positionIn(request: PositionRequest, seen: BoundText | "too large" | undefined): ResolvedPosition {
  if (seen === "too large") throw tooLarge(request.filePath);
  if (!seen)
    throw answerError("NotFound", `"${request.filePath}" is not an AngelScript file of the workspace`, {
      hint: "Only .as files inside the workspace roots are indexed",
      details: { filePath: request.filePath },
    });
  const { line, character } = request;
  const lines = new LineMap(seen.text);
  const offset = lines.offsetAt(line, character);
  if (offset === undefined) {
    const last = lines.lines;
    throw answerError("NotFound", `"${request.filePath}" has no position ${line}:${character}`, {
      hint: line > last ? `It has ${last} lines` : `Line ${line} has ${lines.line(line).length} characters`,
      details: { filePath: request.filePath, lines: last },
    });
  }
  const { file, text, uses } = seen;
  return { file, text, all: uses, lines, offset, uses: usesAt(uses, offset) };
}

/** A name that ends at the offset counts as well, but one that contains it takes precedence. */
function usesAt(uses: Int32Array, offset: number): UseView[] {
  const on: UseView[] = [];
  const after: UseView[] = [];
  for (let index = 0; index < countOfUses(uses); index++) {
    const use = readUse(uses, index);
    if (offset < use.start || offset > use.start + use.length) continue;
    (offset < use.start + use.length ? on : after).push(use);
  }
  return on.length > 0 ? on : after;
}

/** Explains why there is no symbol. */
export function describePosition(position: ResolvedPosition): string {
  const tokens = tokenize(position.text, new Names());
  for (let pair = 0; pair < tokens.comments.length; pair += 2)
    if (position.offset >= (tokens.comments[pair] as number) && position.offset < (tokens.comments[pair + 1] as number))
      return "a comment";
  for (let at = 0; at < tokens.count; at++) {
    if (position.offset < (tokens.starts[at] as number)) break;
    if (position.offset >= (tokens.ends[at] as number)) continue;
    const kind = tokens.kinds[at];
    if (kind === Kind.number) return "a number";
    if (kind === Kind.string || kind === Kind.formatString || kind === Kind.nameString) return "a string";
    if (kind !== Kind.name) return "punctuation";
    const id = tokens.ids[at] as number;
    if (id >= Word.UCLASS && id <= Word.UMETA) return "a macro";
    return insideMacro(tokens, at) ? "a macro specifier" : "a keyword or a name without a symbol";
  }
  return "white space";
}

function insideMacro(tokens: Tokens, at: number): boolean {
  for (let back = at; back >= 0 && back > at - 200; back--) {
    const id = tokens.ids[back] as number;
    if (id >= Word.UCLASS && id <= Word.UMETA) return true;
    const text = tokens.text[tokens.starts[back] as number];
    if (text === ";" || text === "{" || text === "}") return false;
  }
  return false;
}
