/** Searches for declarations by part of their name. The results are paged. If nothing is found, we suggest something. */
import { isObject, JigError, type Json, type JsonObject, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { unityNames } from "../engine/unity-names.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { type IndexedSymbol, type SymbolHandle, TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND } from "../outline/declaration-table.ts";
import { type CachedDetails, DeclarationHeaders } from "../symbol-paths/declaration-headers.ts";
import { type SortKey, SymbolHits, sortKey, wordsOf } from "../symbol-paths/find-symbols.ts";
import { type ParsedPath, parseSymbolPath } from "../symbol-paths/parse-symbol-path.ts";
import { indexedName, isBareName, isWhole, matchingDeclarations } from "../symbol-paths/resolve-path.ts";
import { suggestion } from "../symbol-paths/suggestion.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { Lines } from "../text/lines.ts";
import { AnalysisSession } from "./analysis-session.ts";
import { ensureWithProgress } from "./build-with-progress.ts";
import { describeSymbol } from "./describe-symbol.ts";
import { localFunctionAt } from "./local-function-at.ts";
import { localFunction } from "./local-references.ts";
import type { Directories, FindAnswer, FindRequest, NeedText, SuggestRequest } from "./requests/requests.ts";
import { namesakes, symbolPathsOf } from "./target-declarations.ts";

/** The maximum number of suggestions for an unknown name. */
const MAX_SUGGESTED = 20;
/**
 * If there are at most this many new files, we parse them right away, because it isn't worth searching their text for the name
 * first.
 */
export const PARSE_AT_ONCE = 48;

export async function find(
  index: ScriptIndex,
  request: FindRequest,
  context: WorkerContext,
): Promise<FindAnswer | NeedText> {
  const words = wordsOf(request.name);
  const parsed = parseSymbolPath(words[0] ?? "");
  const name = words.length === 1 ? indexedName(parsed) : words.join(" ");
  if (index.pending.size > 0) {
    if (index.pending.size <= PARSE_AT_ONCE) await index.ensure([...index.pending.keys()]);
    else if (!request.candidates)
      return {
        needText: true,
        words: name
          .split(" ")
          .slice(0, name.includes("operator ") ? 1 : undefined)
          .map((word) => word.replace(/^(?:implicit|explicit)$/, "operator")),
        ...directoriesOf(index),
      };
    else await ensureWithProgress(index, request.candidates, context);
  }
  const display = (path: string) => index.display(path);
  const paths = await symbolPathsOf(index, context);
  const among = words.length === 1 && !isBareName(parsed) ? await wholePath(paths, parsed) : undefined;
  let hits = await hitsOf(index, request, among, context);
  // The whole path of a type outside of namespaces is just its name.
  const global = hits.total === 0 && request.exact && words.length === 1 ? await wholePath(paths, parsed) : undefined;
  if (global && global.length > 0) hits = await hitsOf(index, request, global, context);
  const page: IndexedSymbol[] = [];
  let more = false;
  for (const found of hits.after(positionOf(request.startAfter, name))) {
    more = page.length === request.pageSize;
    if (more) break;
    page.push(found);
  }
  const details = await context.keep("details", () => new Map<string, CachedDetails>());
  const headers = new DeclarationHeaders(index.store, context.files, details);
  const engine = await unityNames(context);
  const results: JsonObject[] = [];
  for (const found of page) {
    const partOf = (one: IndexedSymbol) => otherParts(index, one);
    const [header, symbolPath] = [await headers.of(found), await paths.of(found)];
    const symbol = describeSymbol(index.store, found, header, engine, symbolPath, partOf);
    results.push({ path: display(found.path), symbol });
  }
  const local = hits.total === 0 && words.length === 1 ? await localRow(index, words[0] ?? "", context) : undefined;
  if (local) return { results: [local], cursors: [], files: [], total: 1 };
  const hint = hits.total === 0 && index.pending.size === 0 ? missHint(index, request, name) : undefined;
  const candidates = hits.total === 0 ? await namesakes(index, name, paths) : [];
  const cursors = page.map((found) => cursorOf(found, display));
  const unread = unknownRoles(index, results);
  return {
    results,
    cursors,
    files: [...new Set(page.map((found) => found.path))],
    total: hits.total,
    ...(hint ? { hint } : {}),
    ...(unread ? { unread } : {}),
    ...(candidates.length > 0 ? { candidates } : {}),
    ...(more ? { cursor: cursors.at(-1) } : {}),
  };
}

/**
 * Explains that roles may be missing, since a base class that has not been parsed yet may turn a class into a component or
 * another engine object.
 */
function unknownRoles(index: ScriptIndex, results: readonly JsonObject[]): string | undefined {
  const left = index.pending.size;
  if (left === 0 || !index.layout.some((project) => project.unity)) return undefined;
  const isUnknown = results.some(({ symbol }) => isObject(symbol) && symbol.bases !== undefined && !symbol.unity);
  return isUnknown ? `Unity roles that depend on ${left} files still to be indexed are left out` : undefined;
}

/** Finds a local function by its path. We have to parse its file, as local functions aren't in the index. */
async function localRow(index: ScriptIndex, symbol: string, context: WorkerContext): Promise<JsonObject | undefined> {
  const { local } = await localFunctionAt(index, { op: "localFunction", symbol }, context);
  if (!local) return undefined;
  const session = await AnalysisSession.open(index, context);
  const { start, end, symbolPath, member } = await localFunction(session, local, context);
  const lines = new Lines((await session.load(local.path)).text);
  const found: JsonObject = {
    name: local.name,
    symbol_path: symbolPath,
    kind: "localFunction",
    namespace: member.namespace,
    container: [...member.containers, member.name].join("/"),
    startLine: lines.at(start),
    endLine: lines.at(end - 1),
    nameLine: local.line,
    nameColumn: local.column,
  };
  return { path: index.display(local.path), symbol: found };
}

/** Returns suggestions, both as a sentence and as symbol paths. */
export async function suggestionOf(index: ScriptIndex, request: SuggestRequest, context: WorkerContext): Promise<Json> {
  const hint = (index.pending.size === 0 && suggestion(index.store, request)) || "";
  const near = /^Did you mean (.*)\?$/.exec(hint)?.[1];
  if (near === undefined) return { hint, candidates: [] };
  const paths = await symbolPathsOf(index, context);
  const found = await matchingDeclarations(paths, parseSymbolPath(near), () => true);
  const candidates = new Set<string>();
  for (const one of found.slice(0, MAX_SUGGESTED)) candidates.add(await paths.of(one));
  return { hint, candidates: [...candidates] };
}

/** Returns the declarations for a path that includes a namespace, parameters or a location. */
async function wholePath(paths: SymbolPaths, parsed: ParsedPath): Promise<SymbolHandle[] | undefined> {
  const found = await matchingDeclarations(paths, parsed, () => true);
  const isSpelledOut = parsed.last.parameters !== undefined || parsed.place !== undefined;
  if (!isSpelledOut && !found.some((one) => isWhole(paths, one, parsed))) return undefined;
  return found.map(({ handle }) => handle);
}

/** Caches the hits for the next page, so that thousands of them are only collected and sorted once. */
async function hitsOf(
  index: ScriptIndex,
  request: FindRequest,
  among: readonly SymbolHandle[] | undefined,
  context: WorkerContext,
): Promise<SymbolHits> {
  const cached = await context.keep("symbol hits", () => new Map<string, SymbolHits>());
  const { name, exact, kinds, scope } = request;
  const key = JSON.stringify([name, exact, kinds, scope, among !== undefined, index.generation]);
  const known = index.pending.size === 0 ? cached.get(key) : undefined;
  if (known) return known;
  const hits = new SymbolHits(index.store, {
    ...request,
    // A full symbol path takes precedence over the default scope.
    inScope: (path) => among !== undefined || index.includes(path, scope),
    display: (path) => index.display(path),
    among,
  });
  cached.clear();
  if (index.pending.size === 0) cached.set(key, hits);
  return hits;
}

/** Returns a hint for an empty result. */
function missHint(index: ScriptIndex, request: FindRequest, name: string): string | undefined {
  const total = (change: Partial<FindRequest>, everywhere = false) =>
    new SymbolHits(index.store, {
      ...request,
      ...change,
      inScope: (path) => everywhere || index.includes(path, request.scope),
      display: (path) => path,
    }).total;
  const otherScopes = request.scope === "all" ? 0 : total({}, true);
  if (otherScopes > 0) return `${otherScopes} in other scopes: pass scope all`;
  if (request.kinds.length > 0 && total({ kinds: [] }) > 0) return `${total({ kinds: [] })} of other kinds: omit kind`;
  if (request.exact && total({ exact: false }) > 0)
    return `${total({ exact: false })} without exact, which compares whole names, case-sensitively`;
  const plain = request.name.replace(/[*?]/g, "");
  if (plain !== request.name) {
    const count = plain === "" ? 0 : total({ name: plain, exact: false }, true);
    return count > 0
      ? `${count} contain ${plain}: write part of the name without wildcards`
      : "Wildcards are not supported: write part of the name";
  }
  if (/\.cs$/i.test(request.name)) return "That is a path: script_symbols_get lists its declarations";
  const each = wordsOf(request.name);
  if (each.length > 1) {
    const counts = each.map((word) => `${total({ name: word })} contain ${word}`);
    return `No path contains every word: ${counts.join(", ")}`;
  }
  const containers = parseSymbolPath(request.name).outer.map((segment) => segment.name);
  const near = suggestion(index.store, { name, containers, kinds: request.kinds });
  if (near !== undefined) return near;
  const alone = index.store.byName(name, true).length;
  return alone > 0
    ? `${alone} named ${name} are declared elsewhere or are other overloads: search for the name alone`
    : undefined;
}

/** Parses the sort key in a cursor, which works even if the symbol itself has been deleted. */
function positionOf(cursor: string, wanted: string): SortKey | undefined {
  if (cursor === "") return undefined;
  const [name = "", kind, path = "", line, column] = cursor.split("|");
  if (column === undefined || !/^\d+$/.test(column)) {
    throw new JigError("INVALID_ARGUMENT", `Invalid cursor ${JSON.stringify(cursor)}`, {
      hint: "Pass the cursor of the previous page, unchanged",
    });
  }
  return sortKey({ name, kind: Number(kind), path, nameLine: Number(line), nameColumn: Number(column) }, wanted);
}

function cursorOf(found: IndexedSymbol, display: (path: string) => string): string {
  return [found.name, found.kind, display(found.path), found.nameLine, found.nameColumn].join("|");
}

/** Returns the other parts of a partial declaration. The result is empty for methods and properties. */
export function otherParts(index: ScriptIndex, found: IndexedSymbol): JsonObject[] {
  if (found.kind === KIND.method || found.kind === KIND.property) return [];
  const { store } = index;
  const arity = store.arity(found.handle);
  return (TYPE_KINDS.has(found.kind) ? store.typesNamed(found.name) : store.byName(found.name, true))
    .map((handle) => store.symbol(handle))
    .filter((one) => one.kind === found.kind && one.namespace === found.namespace && store.arity(one.handle) === arity)
    .filter((one) => one.containers.join("/") === found.containers.join("/"))
    .filter((one) => one.path !== found.path || one.nameLine !== found.nameLine)
    .map((one) => ({ path: index.display(one.path), startLine: one.startLine, endLine: one.endLine }));
}

export function directoriesOf(index: ScriptIndex): Directories {
  return { directories: [...index.directories], skip: index.skip, generation: index.generation };
}
