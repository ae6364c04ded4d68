/** Implements rewrite_code, which replaces all matches of a code pattern in one plan. */
import { type Context, type FileChange, JigError, type Outcome } from "../../core/host/plugin-api.ts";
import { toRequest } from "./content/request.ts";
import { searchSlice } from "./content/sliced-arrays.ts";
import { batches, structureFiles } from "./structure/find-structure.ts";
import { replacementOf, unknownNames } from "./structure/replacement.ts";
import type { RewriteInput } from "./structure/rewrite-input.ts";

export default async function rewriteCode(input: RewriteInput, context: Context): Promise<Outcome> {
  const { structure, language, rewrite, roots, include_globs, exclude_globs } = input;
  const request = toRequest({ query: structure, fixed_strings: true, roots, include_globs, exclude_globs });
  const slice = searchSlice(context.clock);
  const unknown = unknownNames(rewrite, structure);
  if (unknown.length > 0)
    throw new JigError("INVALID_ARGUMENT", `rewrite uses ${unknown.join(", ")}, which structure does not define`, {
      hint: "Use names from structure",
    });
  const { candidates, found, job } = await structureFiles({ structure, language }, request, context, slice);
  if (found.timedOut || found.incomplete || found.broken)
    throw new JigError("CHANGE_REFUSED", "Not every file could be searched, so the rewrite would be incomplete", {
      hint: found.warnings.join("; ") || "Narrow it with roots",
    });
  const files: FileChange[] = [];
  for await (const answers of batches(candidates, context, (paths) => ({ ...job, paths, outermost: true }))) {
    for (const { path, problem, matches } of answers) {
      if (problem !== undefined)
        throw new JigError("CHANGE_REFUSED", `${context.workspace.display(path)} was not searched: ${problem}`);
      if (matches.length === 0) continue;
      const { text, hash } = await context.changes.read(path);
      const edits = matches.map((match) => {
        const end = match.end;
        return { start: match.start, end, text: replacementOf(rewrite, text, match) };
      });
      files.push({ path, hash, edits });
      if (slice.over) await slice.pause();
    }
  }
  if (files.length === 0)
    throw new JigError("CHANGE_REFUSED", "Nothing matches the structure", {
      hint: "search_content with structure shows what a pattern matches",
    });
  return await context.changes.propose({ title: `Rewrite ${shown(structure)} as ${shown(rewrite)}`, files });
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 60).toWellFormed()}…` : line;
}
