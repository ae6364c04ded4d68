/** Describes a declaration for an answer, from the index and the text of the file. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { UnityNames } from "../engine/unity-names.ts";
import { stringOf } from "../index/segment.ts";
import type { IndexedSymbol, SymbolStore } from "../index/symbol-store.ts";
import { KIND, kindName, TRAIT } from "../outline/declaration-table.ts";
import type { HeaderDetails } from "../outline/header-details.ts";
import { MODIFIER_BIT, modifierNames } from "../outline/keywords.ts";
import { unityRole } from "../unity/unity-role.ts";

export function containerOf(containers: readonly string[]): string | null {
  return containers.length > 0 ? containers.join("/") : null;
}

/** Empty fields are left out. */
export function describeSymbol(
  store: SymbolStore,
  found: IndexedSymbol,
  header: HeaderDetails | undefined,
  engine: UnityNames,
  symbolPath: string,
  partOf: (found: IndexedSymbol) => JsonObject[],
): JsonObject {
  const segment = store.segments[found.handle.segment]!;
  const { at } = found.handle;
  const traits = store.traits(found.handle);
  const modifiers = store.modifiers(found.handle);
  const bases = store.bases(found.handle);
  const symbol: JsonObject = {
    name: found.name,
    symbol_path: symbolPath,
    kind: kindName(found.kind),
    namespace: found.namespace,
    container: containerOf(found.containers),
    startLine: found.startLine,
    endLine: found.endLine,
    nameLine: found.nameLine,
    nameColumn: found.nameColumn,
  };
  if (header?.signature) symbol.signature = header.signature;
  if (modifiers !== 0 && found.kind !== KIND.enumMember) symbol.modifiers = modifierNames(modifiers);
  if (header && header.attributes.length > 0) symbol.attributes = header.attributes;
  if (bases !== "") symbol.bases = bases;
  const arity = store.arity(found.handle);
  if (arity > 0) symbol.arity = arity;
  if (header?.explicitInterface) symbol.explicitInterface = header.explicitInterface;
  if ((traits & TRAIT.record) !== 0) symbol.isRecord = true;
  if ((traits & TRAIT.extension) !== 0) symbol.isExtension = true;
  const condition = stringOf(segment, segment.columns.condition[at]!);
  if (condition !== "") symbol.condition = condition;
  const role = unityRole(store, found, header, engine);
  if (role) symbol.unity = role;
  if ((modifiers & MODIFIER_BIT.partial) !== 0) {
    const parts = partOf(found);
    if (parts.length > 0) symbol.parts = parts;
  }
  return symbol;
}
