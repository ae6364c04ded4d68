/** Suggests alternatives for a name path without a match, which are members of the type or else types with similar names. */
import { didYouMean } from "../../../core/host/plugin-api.ts";
import { type SymbolHandle, type SymbolStore, TYPE_KINDS } from "../index/symbol-store.ts";
import { KINDS, type Kind } from "../outline/declaration-table.ts";
import { similarName } from "./find-symbols.ts";

export interface SoughtPath {
  name: string;
  /** The containers, ending with the innermost one. */
  containers: readonly string[];
  /** The kinds to suggest. An empty list means any kind. */
  kinds: readonly string[];
}

/** The number of members to list if there are no similar names. */
const MAX_NAMED = 12;

export function suggestion(store: SymbolStore, { name, containers, kinds }: SoughtPath): string | undefined {
  const type = containers.at(-1);
  if (type === undefined) return kinds.length > 0 ? ofKinds(store, name, kinds) : asQuestion(similarName(store, name));
  const members = membersOf(store, type);
  if (members) {
    // It exists, but in another namespace or as another kind.
    if (members.includes(name)) return undefined;
    const near = didYouMean(name, members);
    if (near !== undefined) return asQuestion(`${type}/${near}`);
    if (members.length === 0) return `${type} declares nothing`;
    const more = members.length > MAX_NAMED ? ", …: script_symbols_get lists all" : "";
    return `${type} declares ${members.slice(0, MAX_NAMED).join(", ")}${more}`;
  }
  // It is more important that the type has this member than that its name is similar.
  const holders = store.byName(name, true).flatMap((handle) => store.symbol(handle).containers.at(-1) ?? []);
  const holder = didYouMean(type, [...new Set(holders)]);
  if (holder !== undefined) return asQuestion(`${holder}/${name}`);
  if (holders.length > 0) return undefined;
  const near = didYouMean(type, [...typeNames(store)]);
  const nearest = near === undefined ? undefined : didYouMean(name, membersOf(store, near) ?? []);
  return nearest === undefined ? undefined : asQuestion(`${near}/${nearest}`);
}

function asQuestion(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Did you mean ${name}?`;
}

function ofKinds(store: SymbolStore, name: string, kinds: readonly string[]): string | undefined {
  const wanted = new Set(kinds.map((kind) => KINDS.indexOf(kind as Kind)));
  return asQuestion(didYouMean(name, [...namesOf(store, (handle) => wanted.has(store.kind(handle)))]));
}

function typeNames(store: SymbolStore): Set<string> {
  return namesOf(store, (handle) => TYPE_KINDS.has(store.kind(handle)));
}

function namesOf(store: SymbolStore, fits: (handle: SymbolHandle) => boolean): Set<string> {
  const names = new Set<string>();
  for (const path of store.files.keys())
    for (const handle of store.ofFile(path)) if (fits(handle)) names.add(store.name(handle));
  names.delete("");
  return names;
}

/** Returns the names of a type's members in the order of the text, or undefined if there is no such type. */
function membersOf(store: SymbolStore, type: string): string[] | undefined {
  const types = store.typesNamed(type);
  if (types.length === 0) return undefined;
  const names = types.flatMap((owner) =>
    store
      .ofFile(store.pathOf(owner))
      .filter((handle) => store.parentOf(handle)?.at === owner.at)
      .map((handle) => store.name(handle)),
  );
  return [...new Set(names)].filter((name) => name !== "");
}
