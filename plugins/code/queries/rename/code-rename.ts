/**
 * Implements `code_rename`, which plans the renaming of a declaration or a local, provided that every use of it is
 * certain.
 */
import {
  type Context,
  type FileChange,
  type Outcome,
  type PlanNote,
  parsePosition,
  type TextEdit,
} from "../../../../core/host/plugin-api.ts";
import { LineTable } from "../../outline/line-table.ts";
import { askIndex, type RenameRequest } from "../ask-index.ts";
import type { RenameInput } from "./rename-input.ts";
import type { RenameSet } from "./rename-plan.ts";

export default async function codeRename(input: RenameInput, context: Context): Promise<Outcome> {
  const { name = "", to, possible = "refuse" } = input;
  const within = input.path === undefined ? undefined : await context.workspace.resolve(input.path, { expect: "any" });
  const request: RenameRequest = {
    op: "rename",
    name,
    to: to.trim(),
    ...(input.at === undefined ? {} : { at: await placeOf(input.at, context) }),
    ...(within ? { within: within.absolute } : {}),
    isWide: possible === "include",
  };
  const set = await askIndex<RenameSet>(request, context);
  const isRefused = possible === "refuse";
  const conflicts: PlanNote[] = [...set.conflicts, ...(isRefused ? [...set.doubts, ...set.possible] : [])];
  const [first] = conflicts;
  if (first && set.conflicts.length === 0)
    conflicts[0] = { ...first, why: `${first.why} (possible: "list" or "include" continues)` };
  const untouched: PlanNote[] = [
    ...(isRefused ? [] : set.doubts),
    ...(possible === "list" ? set.possible : []),
    ...set.words,
  ];
  const included = possible === "include" ? set.possible : [];
  const places = [
    ...set.places,
    ...included.flatMap(({ path, line, column }) =>
      path && line && column ? [{ path, line, column, text: request.to }] : [],
    ),
  ];
  const files: FileChange[] = [];
  for (const [path, ofFile] of Map.groupBy(places, (each) => each.path)) {
    const { text, hash } = await context.changes.read(path);
    const lines = new LineTable(text);
    const edits: TextEdit[] = [];
    for (const { line, column, text: word } of ofFile) {
      const start = lines.offset(line, column) ?? -1;
      if (text.slice(start, start + set.name.length) !== set.name)
        conflicts.push({ path, line, column, why: "the file changed while it was being read" });
      else edits.push({ start, end: start + set.name.length, text: word });
    }
    files.push({ path, hash, edits, ...(set.file?.from === path ? { renameTo: set.file.to } : {}) });
  }
  const shown = (notes: readonly PlanNote[]) =>
    notes.map((note) => (note.path === undefined ? note : { ...note, path: context.workspace.display(note.path) }));
  return await context.changes.propose({
    title: `Rename ${set.name} to ${request.to}`,
    files,
    conflicts: shown(conflicts),
    untouched: shown(untouched),
  });
}

async function placeOf(written: string, context: Context): Promise<NonNullable<RenameRequest["at"]>> {
  const { path, line, column } = parsePosition(written);
  const { absolute } = await context.workspace.resolve(path);
  return { path: absolute, line, column };
}
