/** Implements `script_edit`, which plans changes, additions and deletions of members by symbol path. */
import type { Context, FileChange, Outcome, PlanNote } from "../../../core/host/plugin-api.ts";
import type {
  DeclarationPlace,
  EditFileAnswer,
  EditFileRequest,
  EditTarget,
  EditTargetRequest,
  EditVerb,
  MemberEdit,
} from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { scriptError } from "./error-envelope.ts";
import { resolveScript } from "./script-path.ts";
import { symbolQuery } from "./symbol-query.ts";

export interface Input {
  edits: { symbol: string; do: EditVerb; code: string; path: string }[];
}

export default async function scriptEdit({ edits }: Input, context: Context): Promise<Outcome> {
  const service = await context.service<ScriptService>();
  const byFile = new Map<string, MemberEdit[]>();
  const symbols = new Set<string>();
  for (const [at, edit] of edits.entries()) {
    const number = at + 1;
    if (edit.do === "delete" ? edit.code !== "" : edit.code.trim() === "" && edit.do !== "body")
      throw scriptError(
        "INVALID_ARGUMENT",
        "INVALID_ARGUMENT",
        edit.do === "delete" ? `Edit ${number} deletes but has code` : `Edit ${number} has no code`,
        { hint: 'Write the new code, or do: "delete" without code' },
      );
    const query = await symbolQuery({ name: edit.symbol, path: "", container: "", namespace: "" }, context);
    const request: EditTargetRequest = { op: "editTarget", query };
    const target = await service.ask<EditTarget>(request, context);
    symbols.add(target.symbol_path);
    for (const { path, line, column, kind } of await partsOf(target, edit, number, context))
      byFile.set(path, [...(byFile.get(path) ?? []), { number, do: edit.do, code: edit.code, kind, line, column }]);
  }
  const files: FileChange[] = [];
  const conflicts: PlanNote[] = [];
  const untouched: PlanNote[] = [];
  for (const [path, own] of byFile) {
    const { text, hash } = await context.changes.read(path);
    const request: EditFileRequest = { op: "editFile", path, text, edits: own };
    const answer = await service.ask<EditFileAnswer>(request, context);
    const display = context.workspace.display(path);
    conflicts.push(...answer.faults.map((fault) => ({ ...fault, path: display })), ...overlaps(answer, text, display));
    untouched.push(...answer.notes.map((why) => ({ why, path: display })));
    files.push({ path, hash, edits: answer.edits });
  }
  const names = [...symbols];
  const room = Math.floor(TITLE / Math.min(names.length, 3));
  const title = `Edit ${names
    .slice(0, 3)
    .map((name) => shortened(name, room))
    .join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}`;
  return await context.changes.propose({ title, files, conflicts, untouched });
}

/**
 * Returns the parts that an edit is about. If a partial method is deleted, these are all of its parts. If its body is changed,
 * it is the part that has one.
 */
async function partsOf(
  { parts, symbol_path }: EditTarget,
  { do: verb, path }: Input["edits"][number],
  number: number,
  context: Context,
): Promise<DeclarationPlace[]> {
  const here = path === "" ? parts : await inFile(parts, path, context);
  const [first, ...more] = here;
  if (first && more.length === 0) return [first];
  const isMethod = first?.kind === "method";
  if (isMethod && verb === "delete") return here;
  const implementations = here.filter(({ hasBody }) => hasBody);
  if (isMethod && implementations.length === 1) return implementations;
  const name = /([^./]+?)(?:<[^/]*)?$/.exec(symbol_path)?.[1] ?? "";
  const named = here.filter((part) => new RegExp(`[\\\\/]${name}\\.cs$`).test(part.path));
  if (verb === "append" && named.length === 1) return named;
  const places = parts.map((part) => `${context.workspace.display(part.path)}:${part.line}`).join(", ");
  throw scriptError(
    "SYMBOL_AMBIGUOUS",
    "SYMBOL_AMBIGUOUS",
    first ? `${symbol_path} has several parts` : `Edit ${number}: no part of ${symbol_path} is in ${path}`,
    { hint: `Pass path to choose a part: ${places}` },
  );
}

async function inFile(parts: readonly DeclarationPlace[], path: string, context: Context): Promise<DeclarationPlace[]> {
  const { absolute } = await resolveScript(context, path);
  return parts.filter((part) => part.path === absolute);
}

/** Reports edits inside code that another edit replaces. */
function overlaps({ edits }: EditFileAnswer, text: string, path: string): PlanNote[] {
  const inOrder = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  return inOrder.flatMap(({ start }, at) => {
    const before = inOrder[at - 1];
    if (!before || start >= before.end) return [];
    return [{ path, line: text.slice(0, start).split("\n").length, why: "two edits change the same code" }];
  });
}

/** The number of characters of names in a title. The name of a constructor with fifteen type parameters exceeds this on its own. */
const TITLE = 260;

function shortened(name: string, room: number): string {
  return name.length > room ? `${name.slice(0, room - 1)}…` : name;
}
