/** Suggests declarations for a name that the sources do not declare. */
import { didYouMean, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { CodeIndex } from "../index/code-index.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import { SWEPT } from "../index/source-files.ts";
import { findSymbols, isIn, nearestDeclared } from "./find-symbols.ts";
import type { NamePath } from "./name-path.ts";
import type { SymbolPaths } from "./symbol-rows.ts";

const MOST = 5;

/**
 * Returns symbol paths. Similar names in the given containers come first, followed by the same name in other
 * containers, or else the most similar name of all.
 */
export function suggestSymbols(
  index: CodeIndex,
  query: NamePath,
  paths: SymbolPaths,
  display: (path: string) => string,
): string[] {
  const isBare = query.containers.length === 0 && query.file === undefined;
  const near = isBare ? undefined : didYouMean(query.name, membersOf(index, query, display));
  const options = { exact: true, kinds: [], display, inScope: () => true };
  const { line: _, ...around } = query;
  const found: IndexedDeclaration[] = [
    ...(near === undefined ? [] : findSymbols(index, { ...options, query: { ...around, name: near } })),
    ...findSymbols(index, { ...options, query: { name: query.name, containers: [] } }),
  ];
  if (found.length > 0) return [...new Set(found.slice(0, MOST).map((each) => paths.of(each)))];
  const nearest = nearestDeclared(index, query.name);
  return nearest === undefined ? [] : [nearest];
}

/** Returns the names that are declared in the containers of a query. */
function membersOf(index: CodeIndex, query: NamePath, display: (path: string) => string): string[] {
  const names = new Set<string>();
  const { line: _, ...around } = query;
  for (const [path, { segment, file }] of index.places) {
    const shown = display(path);
    for (const each of segment.declarations(file, path)) if (isIn(each, shown, around)) names.add(each.name);
  }
  return [...names];
}

/** Returns the languages of other plugins in the workspace and the names of their tools. */
export async function otherTools(context: WorkerContext): Promise<string[]> {
  const { paths } = await context.files.sweep({ extensions: [".cs", ".as"], skip: SWEPT.skip ?? [] });
  const has = (ending: string) => paths.some((path) => path.endsWith(ending));
  return [
    ...(has(".cs") ? ["C# has its own tools, named script_…"] : []),
    ...(has(".as") ? ["AngelScript has its own tools, named angelscript_…"] : []),
  ];
}
