/** Searches the text of files with ripgrep (spec 004). */
import type { Context, Outcome } from "../../core/host/mod.ts";
import { collectRows, countMatches, firstRows, type Search } from "./collect.ts";
import { envelopeOf, type Found, SAMPLES } from "./envelope.ts";
import { type Mode, type SearchRequest, toRequest } from "./request.ts";
import { Deadline } from "./rg-run.ts";
import { resolveScope } from "./scope.ts";
import type { SearchInput } from "./search-input.ts";
import { rowOf } from "./search-view.ts";
import { withoutHidingRules } from "./smart-ignore.ts";
import { Warnings } from "./warnings.ts";

export { fit } from "./search-fit.ts";
export { view } from "./search-view.ts";

export default async function searchContent(input: SearchInput, context: Context): Promise<Outcome> {
  const started = context.clock.monotonic();
  const request = toRequest(input);
  const found = await find(request, context);
  const elapsed = Math.round(context.clock.monotonic() - started);
  return envelopeOf(found, request, elapsed);
}

async function find(request: SearchRequest, context: Context): Promise<Found> {
  const warnings = new Warnings();
  const targets = await resolveScope(context, request, warnings);
  const search: Search = {
    context,
    query: request.query,
    targets,
    deadline: new Deadline(request.timeoutMs),
    warnings,
    onRows: (rows) => context.rows(rows.map((row) => rowOf(row, context.workspace.display(row.file)))),
  };
  let found = await findIn(search, request.mode);
  const hiding = await withoutHidingRules(search, found.files);
  if (hiding) found = { ...(await findIn({ ...search, targets: hiding.targets }, request.mode)), ...hiding.note };
  return {
    ...found,
    timedOut: search.deadline.expired,
    incomplete: warnings.incomplete,
    warnings: warnings.list(),
  };
}

async function findIn(search: Search, mode: Mode): Promise<Omit<Found, "timedOut" | "incomplete" | "warnings">> {
  if (mode === "total" || mode === "counts") return { ...(await countMatches(search)), rows: [] };
  if (mode !== "summary") return await collectRows(search);
  const counts = await countMatches(search);
  return { ...counts, rows: (await firstRows(search, counts, SAMPLES)) ?? [] };
}
