/** Finds the declarations that differ between two versions of the scripts, with their current entries in the index. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { IndexedSymbol } from "../index/symbol-store.ts";
import { KINDS } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { workingSlice } from "../queries/analysis-session.ts";
import { buildWithProgress } from "../queries/build-with-progress.ts";
import type { DeclarationChanges, DeclarationChangesRequest } from "../queries/requests/requests.ts";
import { symbolPathsOf } from "../queries/target-declarations.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { type ChangedDeclaration, compareVersions } from "./compare-versions.ts";
import { type Declared, spelled } from "./declared.ts";

export async function changedDeclarations(
  index: ScriptIndex,
  { files }: DeclarationChangesRequest,
  context: WorkerContext,
): Promise<DeclarationChanges> {
  await buildWithProgress(index, context);
  const paths = await symbolPathsOf(index, context);
  const { store } = index;
  const changed = new Set(files.map(({ path }) => path));
  const isElsewhere = ({ name, key }: Declared) =>
    store.byName(name, true).some((handle) => {
      const isPartial = (store.modifiers(handle) & MODIFIER_BIT.partial) !== 0;
      const found = isPartial ? store.symbol(handle) : undefined;
      return found !== undefined && !changed.has(found.path) && key.startsWith(`${aroundOf(paths, found)}${name}`);
    });
  const comparison = await compareVersions(files, isElsewhere, workingSlice(context));
  const rows: DeclarationChanges["rows"] = [];
  for (const row of comparison.rows) {
    const { change, declared, path, members } = row;
    const found = change === "removed" ? undefined : await indexed(index, row, paths);
    rows.push({
      change,
      kind: declared.kind,
      name: declared.name,
      symbol_path: found ? await paths.of(found) : declared.key,
      absolute: path,
      path: index.display(path),
      line: found?.nameLine ?? declared.line,
      members,
      isIndexed: found !== undefined,
      isNameLeft: store.byName(declared.name, true).length > 0,
    });
  }
  return {
    rows,
    outside: comparison.outside.map((path) => index.display(path)),
    degraded: comparison.degraded.map((path) => index.display(path)),
  };
}

/** Returns the entry of the index for a row. If there are several by that name, the parameters decide. */
async function indexed(
  index: ScriptIndex,
  { declared, path }: ChangedDeclaration,
  paths: SymbolPaths,
): Promise<IndexedSymbol | undefined> {
  const here = index.store
    .ofFile(path)
    .map((handle) => index.store.symbol(handle))
    .filter(({ name, kind }) => name === declared.name && KINDS[kind] === declared.kind);
  for (const found of here) if ((await keyOf(found, paths)) === declared.key) return found;
  return undefined;
}

async function keyOf(found: IndexedSymbol, paths: SymbolPaths): Promise<string> {
  const { store } = paths;
  const { handle, name, kind } = found;
  const header = await paths.headers.of(found);
  if (!header) return "";
  const traits = {
    kind,
    name,
    arity: store.arity(handle),
    modifiers: store.modifiers(handle),
    traits: store.traits(handle),
  };
  return `${aroundOf(paths, found)}${spelled(traits, header)}`;
}

/** Returns `Space.Outer/`, `Space.` or "". */
function aroundOf(paths: SymbolPaths, { handle, containers }: IndexedSymbol): string {
  const outer = paths.outerPath(handle);
  return outer === "" ? "" : `${outer}${containers.length > 0 ? "/" : "."}`;
}
