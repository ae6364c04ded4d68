/** Which declarations a question means, by name, container, namespace, kind, or the file that declares them. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { IndexedSymbol } from "../index/symbol-store.ts";
import { KINDS } from "../outline/declaration-table.ts";
import { externalPackagesNote } from "../packages/nuget.ts";
import { SymbolHits, similarName } from "./find-symbols.ts";
import type { ReferenceQuery } from "./requests.ts";

/** What may have been meant where no declaration fits. */
function missHint(index: ScriptIndex, name: string): string | undefined {
  const { store } = index;
  const named = store.byName(name, true).map((handle) => store.symbol(handle));
  const known = [...new Set(named.map((one) => `${KINDS[one.kind]} ${namePath(one)}`))].slice(0, 10);
  if (known.length > 0) return `Of that name there are: ${known.join(", ")}`;
  const near = index.pending.size === 0 ? similarName(store, name) : undefined;
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

/** The same, with what could have it and was not read. */
export async function targetHint(index: ScriptIndex, name: string): Promise<string | undefined> {
  const external = (await index.packages()).filter((each) => each.isExternal);
  const hints = [missHint(index, name), external.length > 0 ? externalPackagesNote(external) : undefined];
  const known = hints.filter((each) => each !== undefined);
  return known.length > 0 ? known.join(". ") : undefined;
}

/** The declarations that the request names; all of that name where it says no more. */
export async function targetDeclarations(index: ScriptIndex, query: ReferenceQuery): Promise<IndexedSymbol[]> {
  const { name, kinds, path, scope, line } = query;
  let { container, namespace } = query;
  const hits = new SymbolHits(index.store, {
    name,
    exact: true,
    kinds,
    inScope: () => true,
    display: (each) => index.display(each),
  });
  const all = [...hits.after(undefined)];
  if (path !== "") {
    if (line > 0) return all.filter((found) => found.path === path && found.nameLine === line);
    const here = all.find((found) => found.path === path);
    if (here) {
      container ||= here.containers.join("/");
      namespace ||= here.namespace;
      const wanted = container;
      // A type of that full name in another assembly is another one.
      const assemblies = await index.assemblies();
      const isHere = (other: string) =>
        other === path || (wanted !== "" && assemblies.linkedName(other) === assemblies.linkedName(path));
      return all.filter(
        (found) =>
          isHere(found.path) &&
          standsIn(found, wanted, namespace) &&
          found.containers.length === (wanted === "" ? 0 : found.containers.length),
      );
    }
  }
  const fitting = all.filter((found) => standsIn(found, container, namespace));
  return fitting.filter((found) => container !== "" || namespace !== "" || index.includes(found.path, scope));
}

/** Those declarations as answers list them. */
export function targetRows(index: ScriptIndex, declarations: readonly IndexedSymbol[]): JsonObject[] {
  return declarations.slice(0, 50).map((found) => ({
    path: index.display(found.path),
    line: found.nameLine,
    kind: KINDS[found.kind]!,
    symbol: namePath(found),
  }));
}

function standsIn(found: IndexedSymbol, container: string, namespace: string): boolean {
  if (namespace !== "" && found.namespace !== namespace) return false;
  if (container === "") return true;
  const parts = container
    .split(/[/.+]/)
    .filter((part) => part !== "")
    .map((part) => part.replace(/[<`].*$/, ""));
  const outer = [...found.namespace.split(".").filter((part) => part !== ""), ...found.containers];
  return found.containers.length > 0 && parts.every((part, at) => outer[outer.length - parts.length + at] === part);
}

/** `Space.Outer/Member`. */
export function namePath(found: IndexedSymbol): string {
  const path = [...found.containers, found.name].join("/");
  return found.namespace === "" ? path : `${found.namespace}.${path}`;
}
