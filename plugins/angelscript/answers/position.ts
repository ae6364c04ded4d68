/** From a place in a file to what stands there. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { readUse, STRIDE, type UseView } from "../binding/references.ts";
import type { Engine, OpenFile } from "../engine/engine.ts";
import { MAX_SCRIPT_BYTES } from "../engine/indexed-file.ts";
import { LineMap } from "../engine/source-text.ts";
import { Word } from "../lexer/names.ts";
import { Kind } from "../lexer/tokens.ts";
import { answerError } from "./answer-error.ts";

/** A path that the workspace has accepted, and a place in it; both count from 1. */
export interface PositionRequest {
  path: string;
  filePath: string;
  line: number;
  character: number;
}

export interface Spot {
  open: OpenFile;
  lines: LineMap;
  offset: number;
  /** What the token under the cursor (or just before it) is bound to, best first. */
  uses: UseView[];
}

/** Throws NotFound for a file that is no script of the workspace and for a place past the end. */
export async function spotAt(engine: Engine, request: PositionRequest, context: WorkerContext): Promise<Spot> {
  if (engine.files.get(request.path)?.isTooLarge)
    throw answerError("InvalidParams", `"${request.filePath}" is too large: scripts over 4 MB are not read`, {
      hint: "Split the file; angelscript_diagnostics lists scripts that are not read",
      details: { filePath: request.filePath, maximumBytes: MAX_SCRIPT_BYTES },
    });
  const open = await engine.open(context, request.path);
  if (!open)
    throw answerError("NotFound", `"${request.filePath}" is not an AngelScript file of the workspace`, {
      hint: "Only .as files inside the workspace roots are indexed",
      details: { filePath: request.filePath },
    });
  const { line, character } = request;
  const lines = new LineMap(open.text);
  const offset = lines.offsetAt(line, character);
  if (offset === undefined) {
    const last = lines.lines;
    throw answerError("NotFound", `"${request.filePath}" has no position ${line}:${character}`, {
      hint: line > last ? `It has ${last} lines` : `Line ${line} has ${lines.line(line).length} characters`,
      details: { filePath: request.filePath, lines: last },
    });
  }
  return { open, lines, offset, uses: usesAt(open.bound.uses, offset) };
}

/** On the name, or just after its end; a name under the cursor wins over one that ends there. */
function usesAt(uses: Int32Array, offset: number): UseView[] {
  const on: UseView[] = [];
  const after: UseView[] = [];
  for (let index = 0; index < uses.length; index += STRIDE) {
    const use = readUse(uses, index);
    if (offset < use.start || offset > use.start + use.length) continue;
    (offset < use.start + use.length ? on : after).push(use);
  }
  return on.length > 0 ? on : after;
}

/** Why there is no symbol: in words for the caller. */
export function emptySpot(spot: Spot): string {
  const { tokens } = spot.open;
  for (let pair = 0; pair < tokens.comments.length; pair += 2)
    if (spot.offset >= (tokens.comments[pair] as number) && spot.offset < (tokens.comments[pair + 1] as number))
      return "a comment";
  for (let at = 0; at < tokens.count; at++) {
    if (spot.offset < (tokens.starts[at] as number)) break;
    if (spot.offset >= (tokens.ends[at] as number)) continue;
    const kind = tokens.kinds[at];
    if (kind === Kind.number) return "a number";
    if (kind === Kind.string || kind === Kind.formatString || kind === Kind.nameString) return "a string";
    if (kind !== Kind.name) return "punctuation";
    const id = tokens.ids[at] as number;
    if (id >= Word.UCLASS && id <= Word.UMETA) return "a macro";
    return insideMacro(spot, at) ? "a macro specifier" : "a keyword or a name without a symbol";
  }
  return "white space";
}

function insideMacro(spot: Spot, at: number): boolean {
  const { tokens } = spot.open;
  for (let back = at; back >= 0 && back > at - 200; back--) {
    const id = tokens.ids[back] as number;
    if (id >= Word.UCLASS && id <= Word.UMETA) return true;
    const text = tokens.text[tokens.starts[back] as number];
    if (text === ";" || text === "{" || text === "}") return false;
  }
  return false;
}
