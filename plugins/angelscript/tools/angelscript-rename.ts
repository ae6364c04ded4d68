/** Implements the tool `angelscript_rename`, which plans the edits for a rename. */
import { type Context, type FileChange, JigError, type Outcome } from "../../../core/host/plugin-api.ts";
import type { RenamePlan, RenameRequest } from "../queries/rename.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { namesOf, placeRequest, type SymbolInput } from "./position-input.ts";

interface RenameInput extends SymbolInput {
  to: string;
  possible?: "refuse" | "list" | "include" | undefined;
}

export default async function rename(input: RenameInput, context: Context): Promise<Outcome> {
  const names = namesOf(input);
  const request: RenameRequest = {
    ...(names ? { names } : await placeRequest(input, context)),
    newName: input.to.trim(),
    possible: input.possible ?? "refuse",
  };
  const service = await context.service<AngelscriptService>();
  const { data } = await service.ask<RenamePlan>({ op: "rename", request }, context);
  const { oldName, newName, conflicts, untouched } = data;
  const files: FileChange[] = [];
  for (const { path, edits } of conflicts.length > 0 ? [] : data.files) {
    const { text, hash } = await context.changes.read(path);
    if (edits.some(({ start, end, before }) => text.slice(start, end) !== before))
      throw new JigError("UNAVAILABLE", "Scripts changed during the search", { hint: "Try again" });
    files.push({ path, hash, edits: edits.map(({ start, end, text: shown }) => ({ start, end, text: shown })) });
  }
  return await context.changes.propose({ title: `Rename ${oldName} to ${newName}`, files, conflicts, untouched });
}
