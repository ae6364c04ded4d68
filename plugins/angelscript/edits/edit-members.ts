/** Converts edits of members to edits of files. This runs on the engine thread. */
import { JigError, type PlanNote, type TextEdit, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { Engine } from "../engine/engine.ts";
import type { OpenFile } from "../engine/opened-file.ts";
import type { DeclarationSyntax } from "../parser/syntax.ts";
import { Sources } from "../symbols/source-preview.ts";
import { type NamedSymbol, symbolNamed } from "../symbols/symbol-names.ts";
import { editFault } from "./check-edit.ts";
import { boundFunction, overrideStub, type WrittenCode } from "./code-actions.ts";
import type { EditVerb, PlacedVerb } from "./edit-verbs.ts";
import { missingCases } from "./missing-cases.ts";
import { type EditedMember, placedEdit, refused } from "./place-edits.ts";

export interface MemberEdit {
  symbol: string;
  do: EditVerb;
  code: string;
}

export interface EditedFiles {
  files: { path: string; text: string; edits: TextEdit[] }[];
  /** The paths of the edited symbols. */
  symbols: string[];
  conflicts: PlanNote[];
  untouched: PlanNote[];
}

export async function editMembers(
  engine: Engine,
  edits: readonly MemberEdit[],
  context: WorkerContext,
): Promise<EditedFiles> {
  const sources = new Sources(context);
  const opened = new Map<string, OpenFile>();
  const made = new Map<string, TextEdit[]>();
  const symbols = new Set<string>();
  const result: EditedFiles = { files: [], symbols: [], conflicts: [], untouched: [] };
  for (const [at, edit] of edits.entries()) {
    const named = await symbolNamed(engine, edit.symbol, sources);
    symbols.add(named.path);
    const path = named.place?.file.path;
    if (path === undefined) throw refused(`${named.path} is declared by the engine, not by a script`);
    const open = opened.get(path) ?? (await engine.open(context, path));
    const start = named.place?.declaration.nameStart;
    const member = open && memberAt(open.syntax.declarations, start);
    if (!open || !member)
      throw new JigError("UNAVAILABLE", `${sources.display(path)} changed in the meantime`, { hint: "Try again" });
    opened.set(path, open);
    const place = {
      path: sources.display(path),
      line: open.text.slice(0, member.declaration.name.start).split("\n").length,
    };
    try {
      const { text, code, note } = textEdit(engine, open, named, member, edit);
      const fault = editFault(open.text, text, code);
      if (fault) result.conflicts.push({ ...place, ...fault, why: `edit ${at + 1}: ${fault.why}` });
      else made.set(path, [...(made.get(path) ?? []), text]);
      if (note !== undefined) result.untouched.push({ ...place, why: note });
    } catch (error) {
      if (!(error instanceof JigError) || error.code !== "CHANGE_REFUSED") throw error;
      const hint = error.hint === undefined ? "" : `. ${error.hint}`;
      result.conflicts.push({ ...place, why: `edit ${at + 1}: ${error.message}${hint}` });
    }
  }
  for (const [path, own] of made) {
    const text = opened.get(path)?.text ?? "";
    result.conflicts.push(...overlaps(own, text, sources.display(path)));
    result.files.push({ path, text, edits: together(own) });
  }
  return { ...result, symbols: [...symbols] };
}

function textEdit(
  engine: Engine,
  open: OpenFile,
  { symbol }: NamedSymbol,
  member: EditedMember,
  { do: verb, code }: MemberEdit,
): WrittenCode & { text: TextEdit } {
  if (verb === "cases") {
    const text = missingCases(engine, open, member.declaration, code.trim());
    return { text, code: text.text };
  }
  const placed = (as: PlacedVerb, written: WrittenCode) => ({
    ...written,
    text: placedEdit(open.tokens, member, as, written.code),
  });
  if (verb !== "override" && verb !== "handler") return placed(verb, { code });
  const name = code.trim();
  const type = symbol.kind === "type" ? symbol.type : undefined;
  if (!type) throw refused(`"${verb}" takes a class as "symbol", and the name of the function as "code"`);
  return placed(
    "append",
    verb === "override" ? overrideStub(engine, type, name) : boundFunction(engine, type, name, open),
  );
}

function memberAt(list: readonly DeclarationSyntax[], nameStart: number | undefined): EditedMember | undefined {
  for (const declaration of list) {
    if (declaration.name.start === nameStart) return { declaration, siblings: list };
    const inside = memberAt(declaration.members ?? [], nameStart);
    if (inside) return inside;
  }
  return undefined;
}

/** Merges insertions that have the same offset. */
function together(edits: readonly TextEdit[]): TextEdit[] {
  const found: TextEdit[] = [];
  for (const edit of edits) {
    const same = found.find(({ start, end }) => start === edit.start && end === edit.end && start === end);
    if (same) same.text += edit.text;
    else found.push({ ...edit });
  }
  return found;
}

/** Finds an edit inside a range that another edit replaces. */
function overlaps(edits: readonly TextEdit[], text: string, path: string): PlanNote[] {
  const inOrder = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  return inOrder.flatMap(({ start }, at) => {
    const before = inOrder[at - 1];
    if (!before || start >= before.end) return [];
    return [{ path, line: text.slice(0, start).split("\n").length, why: "two edits change the same code" }];
  });
}
