/** Collects sets of declarations, which may be given by name, by file, or as all members of some types. */
import type { ScriptIndex } from "../index/script-index.ts";
import { type IndexedSymbol, TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND } from "../outline/declaration-table.ts";
import type { AnalysisSession } from "../queries/analysis-session.ts";
import type { SetUsesRequest } from "../queries/requests/requests.ts";
import { targetDeclarations } from "../queries/target-declarations.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";

/** A symbol and its parts. Answers show the path and the line of the first part. */
export interface SetSymbol {
  symbolPath: string;
  parts: IndexedSymbol[];
}

export async function setSymbols(
  session: AnalysisSession,
  { queries, files, members }: Pick<SetUsesRequest, "queries" | "files" | "members">,
  paths: SymbolPaths,
): Promise<{ symbols: SetSymbol[]; misses: number[] }> {
  const { index } = session;
  const found: IndexedSymbol[] = [];
  const misses: number[] = [];
  for (const [at, query] of queries.entries()) {
    const meant = await targetDeclarations(index, query, paths);
    if (meant.length === 0) misses.push(at);
    for (const one of meant)
      found.push(...(members && TYPE_KINDS.has(one.kind) ? await membersOf(session, one) : [one]));
  }
  for (const path of files) for (const handle of index.store.ofFile(path)) found.push(index.store.symbol(handle));
  const bySymbol = new Map<string, SetSymbol>();
  for (const one of found) {
    if (one.kind === KIND.namespace) continue;
    await session.checkSlice();
    const symbolPath = await paths.of(one);
    const known = bySymbol.get(symbolPath);
    if (!known) bySymbol.set(symbolPath, { symbolPath, parts: [one] });
    else if (!known.parts.some(({ handle }) => isSame(handle, one.handle))) known.parts.push(one);
  }
  return { symbols: [...bySymbol.values()].map((symbol) => withBasesFirst(index, symbol)), misses };
}

/** Returns the members in all parts of a type. Nested types are not included. */
async function membersOf(session: AnalysisSession, found: IndexedSymbol): Promise<IndexedSymbol[]> {
  const { store } = session.index;
  const { model } = session;
  const type = await session.withFiles(() => model.typeAt(model.file(found.path), store.indexOf(found.handle)));
  return (type?.parts ?? [found]).flatMap((part) =>
    store
      .ofFile(part.path)
      .filter((handle) => {
        const owner = store.parentOf(handle);
        return owner !== undefined && isSame(owner, part.handle);
      })
      .map((handle) => store.symbol(handle)),
  );
}

/** Moves the part of a partial type that has the base list to the front. */
function withBasesFirst({ store }: ScriptIndex, { symbolPath, parts }: SetSymbol): SetSymbol {
  const main = parts.find(({ kind, handle }) => TYPE_KINDS.has(kind) && store.bases(handle) !== "") ?? parts[0];
  return { symbolPath, parts: main ? [main, ...parts.filter((part) => part !== main)] : parts };
}

function isSame(a: IndexedSymbol["handle"], b: IndexedSymbol["handle"]): boolean {
  return a.segment === b.segment && a.at === b.at;
}
