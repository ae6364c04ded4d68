/** Implements search_content, the text search that is based on ripgrep. */

import {
  type Context,
  type Json,
  type JsonObject,
  type Outcome,
  type ResolvedPath,
  toJigError,
} from "../../core/host/plugin-api.ts";
import { enclosingMembers } from "./content/enclosing-members.ts";
import { envelopeOf } from "./content/envelope.ts";
import { findMatches } from "./content/find-matches.ts";
import { type SearchArguments, type SearchRequest, toRequest } from "./content/request.ts";
import type { SearchResult } from "./content/search-result.ts";
import { searchSlice } from "./content/sliced-arrays.ts";
import { findStructure } from "./structure/find-structure.ts";

export default async function searchContent(input: SearchArguments, context: Context): Promise<Outcome> {
  const started = context.clock.monotonic();
  const request = toRequest(input);
  const slice = searchSlice(context.clock);
  const format = request.format === "toon" ? "toon" : "json";
  // We find out now whether we can write the file, rather than after a long search.
  const target = request.outputFile && (await context.outputs.check(request.outputFile, `.${format}`));
  const { structure, language = "" } = input;
  const found =
    structure === undefined
      ? await findMatches(request, context, slice)
      : await findStructure({ structure, language }, request, context, slice);
  const warn = (message: string) => void (found.warnings.includes(message) || found.warnings.push(message));
  const until = started + request.timeoutMs;
  const enclosing = { context, body: request.body, until, warn };
  const members = request.mode === "members" ? await enclosingMembers(found.rows, enclosing) : [];
  const elapsed = Math.round(context.clock.monotonic() - started);
  const answer = await envelopeOf(found, request, elapsed, slice, members);
  if (answer.failed) return answer;
  const next = found.next === undefined ? undefined : { cursor: found.next };
  const saved = target
    ? await save(context, target, next ? withNext(answer.value, next) : answer.value, format)
    : undefined;
  if (saved?.file_saved === false && request.mode === "total") {
    return { value: saved, failed: true, reason: String(saved.file_save_error) };
  }
  return {
    value: saved ? withSaved(answer.value, saved, request, found) : answer.value,
    ...(next ? { next } : {}),
    ...(next && found.parts ? { parts: found.parts } : {}),
    ...(found.changed?.length ? { changed: found.changed } : {}),
  };
}

/** Adds the arguments for continuing to the value that is saved. */
function withNext(value: Json, next: JsonObject): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value, next } : value;
}

/** Saves the answer. A failure is merely a warning, because otherwise the answer would be lost. */
async function save(context: Context, target: ResolvedPath, value: Json, format: "json" | "toon"): Promise<JsonObject> {
  try {
    await context.outputs.save(target, value, format);
    return { output_file: target.display, file_saved: `Results saved to ${target.absolute}` };
  } catch (error) {
    return { output_file: target.display, file_saved: false, file_save_error: toJigError(error).advice };
  }
}

function withSaved(value: Json, saved: JsonObject, request: SearchRequest, found: SearchResult): Json {
  const answer = typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  if (!request.suppressOutput || saved.file_saved === false) return answer ? { ...answer, ...saved } : value;
  const short: JsonObject = { success: true, count: answer?.count ?? found.total, ...saved };
  if (answer?.truncated === true) short.truncated = true;
  if (found.warnings.length > 0) short.warnings = found.warnings;
  return short;
}
