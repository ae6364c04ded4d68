/** Finds the symbol at a place in a file. */
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

/** A path that the workspace has accepted, and a place in it; both count from 1. */
export interface PositionRequest {
  path: string;
  filePath: string;
  line: number;
  character: number;
}

export interface ResolvedPosition {
  file: IndexedFile;
  text: string;
  /** Every use of a name in the file. */
  all: Int32Array;
  lines: LineMap;
  offset: number;
  /** The symbols of the token under the cursor (or just before it), best first. */
  uses: UseView[];
}

/** A place in a file that was bound for it: its syntax and the types of its locals are at hand. */
export interface OpenPosition extends ResolvedPosition {
  open: OpenFile;
}

/** Throws NotFound for a file that is not a script of the workspace and for a place past the end. */
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

/** The same, bound anew. */
export async function openPosition(
  engine: Engine,
  request: PositionRequest,
  context: WorkerContext,
): Promise<OpenPosition> {
  const open = await engine.open(context, request.path);
  const isTooLarge = engine.isTooLarge(request.path);
  const position = positionIn(request, isTooLarge ? "too large" : open && { ...open, uses: open.bound.uses });
  // Without it the line above has thrown.
  return { ...position, open: open! };
}

/** The error for a script of which nothing was read. */
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

/** On the name, or just after its end; a name under the cursor wins over one that ends there. */
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

/** Why there is no symbol: in words for the caller. */
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
