/** Implements the tool `angelscript_edit`, which plans changes to the members of scripts by symbol path. */
import { type Context, type FileChange, JigError, type Outcome } from "../../../core/host/plugin-api.ts";
import type { EditedFiles, MemberEdit } from "../edits/edit-members.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { answerError } from "../symbols/answer-error.ts";

const WITHOUT_CODE = new Set<MemberEdit["do"]>(["body", "cases", "delete"]);

export default async function edit({ edits }: { edits: MemberEdit[] }, context: Context): Promise<Outcome> {
  for (const [at, { do: verb, code }] of edits.entries()) {
    const hasCode = code.trim() !== "";
    if (hasCode ? verb === "delete" : !WITHOUT_CODE.has(verb))
      throw answerError("InvalidParams", `Edit ${at + 1} ${hasCode ? "deletes but has code" : "has no code"}`, {
        hint: 'Write the new code (for "override" and "handler" a function\'s name), or do: "delete" without code',
        details: { parameter: "code" },
      });
  }
  const service = await context.service<AngelscriptService>();
  const { data } = await service.ask<EditedFiles>({ op: "edit", edits }, context);
  const { symbols, conflicts, untouched } = data;
  const files: FileChange[] = [];
  for (const { path, text: seen, edits: own } of data.files) {
    const { text, hash } = await context.changes.read(path);
    if (text !== seen) throw new JigError("UNAVAILABLE", "Scripts changed while they were read", { hint: "Try again" });
    files.push({ path, hash, edits: own });
  }
  const more = symbols.length > 3 ? ` and ${symbols.length - 3} more` : "";
  const title = `Edit ${symbols.slice(0, 3).join(", ")}${more}`;
  return await context.changes.propose({ title, files, conflicts, untouched });
}
