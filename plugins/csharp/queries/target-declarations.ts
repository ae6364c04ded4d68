/**
 * Resolves a query to declarations. A query is either a symbol path, or a name with an optional container, namespace, kind and
 * file.
 */
import { JigError, type JsonObject, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { type IndexedSymbol, TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND, KINDS } from "../outline/declaration-table.ts";
import { externalPackagesNote } from "../packages/nuget.ts";
import { DeclarationHeaders } from "../symbol-paths/declaration-headers.ts";
import { compareKeys, similarName, sortKey } from "../symbol-paths/find-symbols.ts";
import { parseSymbolPath } from "../symbol-paths/parse-symbol-path.ts";
import { isBareName, matchingDeclarations } from "../symbol-paths/resolve-path.ts";
import { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import type { ReferenceQuery } from "./requests/requests.ts";

/** The maximum number of candidates in an error. */
const MAX_CANDIDATES = 20;
/** The maximum number of declarations that we name in a sentence. */
const MAX_NAMED = 10;
/** The maximum number of targets in an answer. The others are merely counted. */
const MAX_TARGETS = 50;

export async function symbolPathsOf(index: ScriptIndex, context: Pick<WorkerContext, "files">): Promise<SymbolPaths> {
  const assemblies = await index.assemblies();
  return new SymbolPaths({
    store: index.store,
    headers: new DeclarationHeaders(index.store, context.files),
    display: (path) => index.display(path),
    assemblyOf: (path, isPartial) => (isPartial ? assemblies.linkedName(path) : assemblies.of(path)),
  });
}

/** Returns a hint that lists other declarations by that name. */
async function missHint(index: ScriptIndex, name: string, paths: SymbolPaths): Promise<string | undefined> {
  const known = await namesakes(index, name, paths);
  if (known.length > 0) return `Declarations with that name: ${known.slice(0, MAX_NAMED).join(", ")}`;
  const near = index.pending.size === 0 ? similarName(index.store, name) : undefined;
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

/** Returns a hint for a query without a match. In addition to similar names, this mentions packages that were not read. */
export async function targetHint(index: ScriptIndex, name: string, paths: SymbolPaths): Promise<string | undefined> {
  const external = (await index.packages()).filter((each) => each.isExternal);
  const hints = [await missHint(index, name, paths), external.length > 0 ? externalPackagesNote(external) : undefined];
  const known = hints.filter((each) => each !== undefined);
  return known.length > 0 ? known.join(". ").replaceAll("?. ", "? ") : undefined;
}

/** Returns the error for a query that matches no declaration. It suggests similar names. */
export async function symbolNotFound(
  index: ScriptIndex,
  { name, symbol }: Pick<ReferenceQuery, "name" | "symbol">,
  paths: SymbolPaths,
): Promise<JigError> {
  const hint = await targetHint(index, name, paths);
  return new JigError("SYMBOL_NOT_FOUND", `No script declares ${symbol}`, {
    ...(hint === undefined ? {} : { hint }),
    details: { candidates: await namesakes(index, name, paths) },
  });
}

/**
 * Returns all declarations by a simple name, or those of one type if the query is a path. @throws SYMBOL_AMBIGUOUS for a path
 * that matches several types
 */
export async function targetDeclarations(
  index: ScriptIndex,
  query: ReferenceQuery,
  paths: SymbolPaths,
): Promise<IndexedSymbol[]> {
  const { name, path, scope, line, column } = query;
  const kinds = new Set(query.kinds);
  const isWanted = ({ kind }: IndexedSymbol) => kinds.size === 0 || kinds.has(KINDS[kind] ?? "");
  if (line > 0) {
    const here = index.store.ofFile(path).map((handle) => index.store.symbol(handle));
    return here.filter(
      (found) => found.name === name && found.nameLine === line && (column === 0 || found.nameColumn === column),
    );
  }
  const written = parseSymbolPath(query.symbol);
  const all = inOrder(index, name, await matchingDeclarations(paths, written, isWanted));
  const isNarrowed = query.container !== "" || query.namespace !== "" || path !== "";
  if (isNarrowed) return await withParts(paths, await narrowed(index, all, query));
  if (isBareName(written)) {
    const here = all.filter((found) => index.includes(found.path, scope));
    return await withParts(paths, here.length > 0 ? here : all);
  }
  const groups = new Set<string>();
  for (const found of all) {
    const isGroup = found.kind === KIND.method && written.last.parameters === undefined;
    groups.add(isGroup ? `${paths.outerPath(found.handle)}/${found.name}` : await paths.of(found));
  }
  if (groups.size > 1) throw await ambiguous(query.symbol, all, paths);
  return await withParts(paths, all);
}

function inOrder(index: ScriptIndex, name: string, all: readonly IndexedSymbol[]): IndexedSymbol[] {
  const keyed = all.map((found) => ({ found, key: sortKey({ ...found, path: index.display(found.path) }, name) }));
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ found }) => found);
}

/**
 * Adds the other parts of partial methods, because all parts count as a single symbol. The parts of a type are reached through
 * the type.
 */
async function withParts(paths: SymbolPaths, all: readonly IndexedSymbol[]): Promise<IndexedSymbol[]> {
  const found = new Map<string, IndexedSymbol>();
  for (const one of all) {
    const parts = TYPE_KINDS.has(one.kind) || one.kind === KIND.namespace ? [one] : await paths.partsOf(one);
    for (const part of [one, ...parts]) found.set(`${part.handle.segment}:${part.handle.at}`, part);
  }
  return [...found.values()];
}

async function ambiguous(written: string, all: readonly IndexedSymbol[], paths: SymbolPaths): Promise<JigError> {
  const candidates = await candidatesOf(all, paths);
  return new JigError("SYMBOL_AMBIGUOUS", `${JSON.stringify(written)} matches ${candidates.length} declarations`, {
    hint: `Pass one of ${candidates.slice(0, MAX_CANDIDATES).join(", ")}${candidates.length > MAX_CANDIDATES ? " …" : ""}`,
    details: { candidates: candidates.slice(0, MAX_CANDIDATES) },
  });
}

async function candidatesOf(all: readonly IndexedSymbol[], paths: SymbolPaths): Promise<string[]> {
  const candidates = new Set<string>();
  for (const found of all) candidates.add(await paths.of(found));
  return [...candidates];
}

/** Returns the symbol paths of declarations by that name. They are used if the query matches none of them. */
export async function namesakes(index: ScriptIndex, name: string, paths: SymbolPaths): Promise<string[]> {
  const all = index.store.byName(name, true).slice(0, MAX_CANDIDATES);
  return await candidatesOf(
    all.map((handle) => index.store.symbol(handle)),
    paths,
  );
}

async function narrowed(
  index: ScriptIndex,
  all: readonly IndexedSymbol[],
  query: ReferenceQuery,
): Promise<IndexedSymbol[]> {
  const { path } = query;
  let { container, namespace } = query;
  const here = path === "" ? undefined : all.find((found) => found.path === path);
  if (!here) {
    const isNarrow = container !== "" || namespace !== "";
    return all.filter(
      (found) => isIn(found, container, namespace) && (isNarrow || index.includes(found.path, query.scope)),
    );
  }
  container ||= here.containers.join("/");
  namespace ||= here.namespace;
  const wanted = container;
  // Two types with the same full name but in different assemblies are different types.
  const assemblies = await index.assemblies();
  const isHere = (other: string) =>
    other === path || (wanted !== "" && assemblies.linkedName(other) === assemblies.linkedName(path));
  return all.filter(
    (found) =>
      isHere(found.path) &&
      isIn(found, wanted, namespace) &&
      found.containers.length === (wanted === "" ? 0 : found.containers.length),
  );
}

/** Returns the rows of the declarations for an answer, and the number of declarations. All parts of a symbol share a single row. */
export async function targetRows(
  index: ScriptIndex,
  declarations: readonly IndexedSymbol[],
  paths: SymbolPaths,
): Promise<{ targets: JsonObject[]; targetCount: number }> {
  const byPath = new Map<string, JsonObject>();
  const parts = new Map<string, string[]>();
  const others = new Set<string>();
  for (const found of declarations) {
    if (byPath.size >= MAX_TARGETS) {
      others.add(paths.keyOf(found));
      continue;
    }
    const symbolPath = await paths.of(found);
    const path = index.display(found.path);
    if (byPath.has(symbolPath)) parts.get(symbolPath)?.push(`${path}:${found.nameLine}`);
    else {
      parts.set(symbolPath, []);
      byPath.set(symbolPath, {
        path,
        line: found.nameLine,
        kind: KINDS[found.kind],
        symbol: namePath(found),
        symbol_path: symbolPath,
      });
    }
  }
  const targets = [...byPath].map(([symbolPath, row]): JsonObject => {
    const places = parts.get(symbolPath) ?? [];
    return places.length > 0 ? { ...row, parts: places } : row;
  });
  return { targets, targetCount: targets.length + others.size };
}

function isIn(found: IndexedSymbol, container: string, namespace: string): boolean {
  if (namespace !== "" && found.namespace !== namespace) return false;
  if (container === "") return true;
  const parts = container
    .split(/[/.+]/)
    .filter((part) => part !== "")
    .map((part) => part.replace(/[<`].*$/, ""));
  const outer = [...found.namespace.split(".").filter((part) => part !== ""), ...found.containers];
  return found.containers.length > 0 && parts.every((part, at) => outer[outer.length - parts.length + at] === part);
}

/** Returns a path like `Space.Outer/Member`, without arities and parameters. */
export function namePath(found: IndexedSymbol): string {
  const path = [...found.containers, found.name].join("/");
  return found.namespace === "" ? path : `${found.namespace}.${path}`;
}
