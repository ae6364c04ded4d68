/** Requests everything that a rename would change, after a text search for the files with the name. */
import type { Context } from "../../../core/host/plugin-api.ts";
import type { NeedText, ReferenceQuery, RenameSet, RenameSetRequest } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";

/**
 * Requests everything that a rename would change.
 * @param newName - The new name, or "" to skip the check for conflicts
 */
export async function renameSetOf(query: ReferenceQuery, newName: string, context: Context): Promise<RenameSet> {
  const service = await context.service<ScriptService>();
  const request: RenameSetRequest = { op: "renameSet", query, newName: newName.replace(/^@/, "") };
  const need = await service.ask<NeedText>(request, context);
  const candidates = await service.filesWith(need.words, need, { signal: context.signal, ignoreCase: false });
  return await service.ask<RenameSet>({ ...request, candidates }, context);
}
