/** Implements `script_refs_find`, which finds the uses of a declaration with their kind, enclosing symbol and certainty. */
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { FileScope } from "../project/scopes.ts";
import type { Reference, ReferencePage } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { byteLength } from "../search/search-answer.ts";
import type { PageLimits } from "../search/search-pages.ts";
import { anySymbolQuery, notFound, referencesOf, shownTargets } from "./symbol-query.ts";
import { usesOfSeveral } from "./uses-of-several.ts";

export interface Input {
  name: string;
  names?: string[] | undefined;
  members: boolean;
  at?: string | undefined;
  scope: FileScope;
  path: string;
  kind?: string | undefined;
  container: string;
  namespace: string;
  snippetContext: number;
  pageSize: number;
  maxMatchesPerFile: number;
  maxBytes: number;
  startAfter: string;
  includeText: boolean;
}

export default async function scriptRefsFind(input: Input, context: Context): Promise<Outcome> {
  if (input.names || input.members) return await usesOfSeveral(input, context);
  const query = await anySymbolQuery(input, context);
  const limits: PageLimits = {
    pageSize: input.pageSize,
    counts: "matches",
    perFile: input.maxMatchesPerFile,
    startAfter: input.startAfter,
  };
  const page = await referencesOf({ op: "refs", query, page: limits, snippetContext: input.snippetContext }, context);
  const { total, certain, possible, other, targets, warnings } = page;
  const { rows, cursors } = rowsOf(page, input);
  return {
    value: {
      success: true,
      ...rows,
      total,
      certain,
      possible,
      other,
      totalFiles: page.paths.length,
      ...shownTargets(page),
      ...(targets.length === 0 ? await notFound(query, { ...page, rows: total }, context) : {}),
      ...(warnings.length > 0 ? { warnings: warnings.slice(0, 20) } : {}),
      ...(await (await context.service<ScriptService>()).unread()),
    },
    cursors,
    files: page.paths,
    ...(rows.cursor === undefined ? {} : { next: { startAfter: rows.cursor } }),
  };
}

/** Returns as many rows as fit on the page, along with their snippets. */
function rowsOf(page: ReferencePage, input: Input): { rows: JsonObject; cursors: string[] } {
  const results: JsonObject[] = [];
  let bytes = 300;
  const cursors: string[] = [];
  let truncated = false;
  for (const file of page.files) {
    for (const [index, reference] of file.references.entries()) {
      const row = rowOf(file.display, reference, file.snippets[index]!);
      const size = byteLength(row) + 1;
      truncated = bytes + size > input.maxBytes;
      if (truncated && results.length > 0) break;
      if (truncated) delete row.snippet;
      bytes += size;
      results.push(row);
      cursors.push(`${file.display}|${reference.line}|${file.from + index}`);
    }
    if (truncated) break;
  }
  const cursor = truncated || page.more ? cursors.at(-1) : undefined;
  const rows = { results, ...(truncated ? { truncated, reason: "maxBytes" } : {}), ...(cursor ? { cursor } : {}) };
  return { rows, cursors };
}

function rowOf(
  path: string,
  { line, column, kind, certainty, symbol, symbol_path, of, via }: Reference,
  snippet: string,
): JsonObject {
  const meant = { ...(of === undefined ? {} : { of }), ...(via === undefined ? {} : { via }) };
  return { path, line, column, kind, certainty, symbol, symbol_path, snippet, ...meant };
}

export { setLines as lines } from "./set-lines.ts";
