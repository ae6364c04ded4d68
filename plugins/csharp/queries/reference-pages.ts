/**
 * Caches reference searches on the index thread, so that later pages don't need a new search and only the page itself is
 * transferred.
 */
import { ifThere, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { MAX_SCRIPT_BYTES } from "../index/outline-worker.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { snippetOf } from "../search/matcher.ts";
import { fileSlices, hasMore, type Matched } from "../search/search-pages.ts";
import { loadGrammar } from "../syntax/grammar.ts";
import { Lines } from "../text/lines.ts";
import { findLocalReferences } from "./local-references.ts";
import { type FoundReferences, findReferences } from "./references.ts";
import type { FileReferences, Reference, ReferencePage, RefsRequest } from "./requests/requests.ts";
import { symbolPathsOf } from "./target-declarations.ts";

const MAX_CACHED = 8;

interface CachedSearch {
  generation: string;
  found: FoundReferences;
}

/** Returns undefined if the files that contain the name are needed first. */
export async function referencePage(
  index: ScriptIndex,
  request: RefsRequest,
  context: WorkerContext,
): Promise<ReferencePage | undefined> {
  const cached = await context.keep("reference searches", () => new Map<string, CachedSearch>());
  const key = JSON.stringify(request.query);
  const known = cached.get(key);
  if (known && known.generation === index.generation) return await pageOf(known.found, request, index, context);
  // Only declarations can be found for these.
  const isUnnamed = /^this$|\boperator\b/.test(request.query.name);
  const { local } = request.query;
  const isHome = local !== undefined && !local.isArgumentName;
  if (!request.candidates && !isUnnamed && !isHome) {
    // This is loaded while ripgrep is searching. If it fails, the search reports the error.
    context.keep("grammar", () => loadGrammar(context.assets)).catch(() => {});
    return undefined;
  }
  // This is read first, so that the result counts as out of date if a build in the background adds files.
  const { generation } = index;
  const { candidates = [] } = request;
  const found = local
    ? await findLocalReferences(index, { ...request.query, local }, candidates, context)
    : await findReferences(index, request.query, candidates, context);
  cached.delete(key);
  // The results of an incomplete index aren't cached.
  if (found.complete) cached.set(key, { generation, found });
  for (const oldest of [...cached.keys()].slice(0, -MAX_CACHED)) cached.delete(oldest);
  return await pageOf(found, request, index, context);
}

interface MatchedFile extends Matched {
  path: string;
  references: Reference[];
}

async function pageOf(
  { files, ...found }: FoundReferences,
  { page: limits, snippetContext }: RefsRequest,
  index: ScriptIndex,
  context: WorkerContext,
): Promise<ReferencePage> {
  const paths = await symbolPathsOf(index, context);
  const matched = files.map((file): MatchedFile => ({ ...file, lines: file.references.map(({ line }) => line) }));
  const page = [...fileSlices(matched, limits)];
  const last = page.at(-1);
  const parts: FileReferences[] = [];
  for (const { file, from, to } of page) {
    const own = index.store.ofFile(file.path);
    const references: Reference[] = [];
    for (const use of file.references.slice(from, to)) {
      const around = own[use.declaration];
      references.push({ ...use, symbol_path: around ? await paths.of(index.store.symbol(around)) : use.symbol });
    }
    const text = await ifThere(context.files.readText(file.path, { maxBytes: MAX_SCRIPT_BYTES }));
    const lines = new Lines(text?.text ?? "");
    const snippets = references.map(({ line }) => snippetOf(lines, line, snippetContext).text);
    parts.push({ display: file.display, absolute: file.path, from, references, snippets });
  }
  return {
    ...found,
    files: parts,
    paths: files.map(({ path }) => path),
    more: last !== undefined && hasMore(matched, last, limits),
    total: files.reduce((sum, file) => sum + file.references.length, 0),
  };
}
