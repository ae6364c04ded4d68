/** Writes symbol paths. We use the shortest spelling that is unique within the type. */
import { withPlace } from "../../../core/host/plugin-api.ts";
import { type IndexedSymbol, type SymbolHandle, type SymbolStore, TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND, TRAIT } from "../outline/declaration-table.ts";
import type { HeaderDetails } from "../outline/header-details.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { parameterText, typeText } from "./parameter-types.ts";
import { compactOperator } from "./parse-symbol-path.ts";

/** A source of headers, which are read from the text of files. */
export interface HeaderSource {
  /** Returns undefined if the file was modified or cannot be read. */
  of(found: IndexedSymbol): Promise<HeaderDetails | undefined>;
}

export interface SymbolPathSource {
  store: SymbolStore;
  headers: HeaderSource;
  /** Returns the path as we print it. */
  display(path: string): string;
  /** Returns the file's assembly. Note that the parts of a partial type may be linked between assemblies. */
  assemblyOf(path: string, isPartial: boolean): string;
}

export interface TypeSegment {
  name: string;
  arity: number;
}

export class SymbolPaths {
  readonly store: SymbolStore;
  readonly headers: HeaderSource;
  readonly #source: SymbolPathSource;
  /** Maps a name to the full names of the types or namespaces around it, and those to the declarations. */
  readonly #siblings = new Map<string, Map<string, SymbolHandle[]>>();
  readonly #spelled = new Map<string, Promise<string>>();

  constructor(source: SymbolPathSource) {
    this.#source = source;
    this.store = source.store;
    this.headers = source.headers;
  }

  /** Returns the path of a declaration, which every tool of this plugin accepts. */
  async of(found: IndexedSymbol): Promise<string> {
    if (found.kind === KIND.namespace) return this.#namespace(found);
    const outer = this.outerPath(found.handle);
    const own = await this.spelled(found);
    const path = outer === "" ? own : `${outer}${found.containers.length > 0 ? "/" : "."}${own}`;
    const place = await this.#placeOf(found);
    return place ? withPlace(path, { path: this.display(place.path), line: place.nameLine }) : path;
  }

  display(path: string): string {
    return this.#source.display(path);
  }

  /** Returns the containers, starting with the outermost one. */
  containersOf(handle: SymbolHandle): TypeSegment[] {
    const containers: TypeSegment[] = [];
    for (let outer = this.store.parentOf(handle); outer; outer = this.store.parentOf(outer))
      if (this.store.kind(outer) !== KIND.namespace)
        containers.unshift({ name: this.store.name(outer), arity: this.store.arity(outer) });
    return containers;
  }

  /** Returns the path of the enclosing namespace and types, which is the same for all parts of a type. */
  outerPath(handle: SymbolHandle): string {
    const types = this.containersOf(handle).map(({ name, arity }) => name + arityMark(arity));
    return [this.store.symbol(handle).namespace, types.join("/")].filter((part) => part !== "").join(".");
  }

  /**
   * Returns the declarations with the same name and in the same place, including the given one. They may differ in arity,
   * parameters or interface.
   */
  siblings(found: IndexedSymbol): IndexedSymbol[] {
    let byOuter = this.#siblings.get(found.name);
    if (!byOuter) {
      byOuter = new Map();
      for (const handle of this.store.byName(found.name, true)) {
        const outer = this.outerPath(handle);
        const list = byOuter.get(outer);
        if (list) list.push(handle);
        else byOuter.set(outer, [handle]);
      }
      this.#siblings.set(found.name, byOuter);
    }
    const isType = TYPE_KINDS.has(found.kind);
    return (byOuter.get(this.outerPath(found.handle)) ?? [])
      .map((handle) => this.store.symbol(handle))
      .filter(({ kind }) => kind !== KIND.namespace && TYPE_KINDS.has(kind) === isType)
      .filter(({ kind }) => specialKind(kind) === specialKind(found.kind));
  }

  /** Returns the last segment of the path. It has the parameters if there is another member by that name. */
  async spelled(found: IndexedSymbol): Promise<string> {
    const key = `${found.handle.segment}:${found.handle.at}`;
    const known = this.#spelled.get(key) ?? this.#spell(found);
    this.#spelled.set(key, known);
    return await known;
  }

  async #spell(found: IndexedSymbol): Promise<string> {
    const { kind, name, handle } = found;
    if (TYPE_KINDS.has(kind)) return name + arityMark(this.store.arity(handle));
    const isExplicit = (this.store.traits(handle) & TRAIT.explicit) !== 0;
    const isOverloaded = kind === KIND.method && this.siblings(found).length > 1;
    const needsHeader = isExplicit || isOverloaded || WITH_PARAMETERS.has(kind);
    const header = needsHeader ? await this.headers.of(found) : undefined;
    const parameters = header?.parameters.map(parameterText).join() ?? "";
    switch (kind) {
      case KIND.constructor:
        return this.isStatic(handle) ? ".cctor()" : `.ctor(${parameters})`;
      case KIND.destructor:
        return "~Finalize()";
      case KIND.operator:
        return `${compactOperator(name)}(${parameters})`;
    }
    const own = kind === KIND.indexer ? `this[${parameters}]` : name + arityMark(this.store.arity(handle));
    const list = kind === KIND.method && (isOverloaded || isExplicit) ? `(${parameters})` : "";
    return `${header && isExplicit ? `${typeText(header.explicitInterface)}.` : ""}${own}${list}`;
  }

  isStatic(handle: SymbolHandle): boolean {
    return (this.store.modifiers(handle) & MODIFIER_BIT.static) !== 0;
  }

  /** Returns a key that is the same for all parts of a partial symbol. It doesn't need the header. */
  keyOf(found: IndexedSymbol): string {
    const { handle, name } = found;
    const own = this.#isPartial(found) ? this.#assembly(found) : `${handle.segment}:${handle.at}`;
    return `${this.outerPath(handle)}/${name}/${this.store.arity(handle)}/${own}`;
  }

  /** Returns the parts of a symbol, sorted by position. */
  async partsOf(found: IndexedSymbol): Promise<IndexedSymbol[]> {
    if (found.kind === KIND.namespace) return [found];
    return (await this.#twins(found)).filter((other) => this.#isPart(found, other));
  }

  /** Returns the declarations with an identical spelling, including the given one. */
  async #twins(found: IndexedSymbol): Promise<IndexedSymbol[]> {
    const all = this.siblings(found);
    if (all.length === 1) return all;
    const own = await this.spelled(found);
    const twins: IndexedSymbol[] = [];
    for (const other of all) if ((await this.spelled(other)) === own) twins.push(other);
    return twins.sort((a, b) => (this.#placeKey(a) < this.#placeKey(b) ? -1 : 1));
  }

  #placeKey({ path, nameLine }: IndexedSymbol): string {
    return `${this.display(path)}:${String(nameLine).padStart(9, "0")}`;
  }

  #isPart(found: IndexedSymbol, other: IndexedSymbol): boolean {
    if (found.handle.segment === other.handle.segment && found.handle.at === other.handle.at) return true;
    return this.#isPartial(found) && this.#isPartial(other) && this.#assembly(found) === this.#assembly(other);
  }

  #isPartial({ handle }: IndexedSymbol): boolean {
    return (this.store.modifiers(handle) & MODIFIER_BIT.partial) !== 0;
  }

  #assembly({ path }: IndexedSymbol): string {
    return this.#source.assemblyOf(path, true);
  }

  /** Returns the declaration whose position makes the path unique, or undefined if only parts of the same symbol share the path. */
  async #placeOf(found: IndexedSymbol): Promise<IndexedSymbol | undefined> {
    const twins = await this.#twins(found);
    const parts = twins.filter((other) => this.#isPart(found, other));
    return parts.length === twins.length ? undefined : parts[0];
  }

  /** Simple names mean types and members, so they never mean namespaces. */
  #namespace(found: IndexedSymbol): string {
    const full = found.namespace === "" ? found.name : `${found.namespace}.${found.name}`;
    const isShared = this.store.byName(full, true).some((handle) => this.store.kind(handle) !== KIND.namespace);
    return isShared ? withPlace(full, { path: this.display(found.path), line: found.nameLine }) : full;
  }
}

/** The kinds that are always spelled with parameters. */
const WITH_PARAMETERS: ReadonlySet<number> = new Set([KIND.constructor, KIND.operator, KIND.indexer]);

/**
 * Returns the kind for constructors and destructors, and -1 for everything else. Constructors and destructors only share a name
 * with each other.
 */
function specialKind(kind: number): number {
  return kind === KIND.constructor || kind === KIND.destructor ? kind : -1;
}

/** Returns the mark for a number of type parameters, for example `<,>` for two. */
export function arityMark(arity: number): string {
  return arity === 0 ? "" : `<${",".repeat(arity - 1)}>`;
}
