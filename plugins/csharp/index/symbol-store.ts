/** Every known declaration of the workspace: segments in memory, and the searches by name that need nothing else. */
import { KIND } from "../outline/declaration-table.ts";
import { NO_PARENT, type Segment, stringOf } from "./segment.ts";
import { exactIds, idAt, loweredNames, type Named, type Names, namedIn } from "./segment-names.ts";

/** One declaration: symbol `at` of a segment. */
export interface SymbolHandle {
  segment: number;
  at: number;
}

export interface IndexedFile {
  path: string;
  size: number;
  mtimeMs: number;
  problem: string;
  globalUsings: boolean;
  segment: number;
  file: number;
}

/** A declaration as queries give it. `container` and `namespace` are what stands around it, outermost first. */
export interface IndexedSymbol {
  handle: SymbolHandle;
  path: string;
  name: string;
  kind: number;
  /** Names of the enclosing types, outermost first. */
  containers: string[];
  namespace: string;
  nameLine: number;
  nameColumn: number;
  startLine: number;
  endLine: number;
}

export const TYPE_KINDS: ReadonlySet<number> = new Set([
  KIND.class,
  KIND.struct,
  KIND.interface,
  KIND.enum,
  KIND.delegate,
]);
const NAMESPACES: ReadonlySet<number> = new Set([KIND.namespace]);

export class SymbolStore {
  readonly segments: (Segment | undefined)[] = [];
  readonly files = new Map<string, IndexedFile>();
  readonly #owners: Uint32Array[] = [];
  readonly #live: Uint8Array[] = [];
  readonly #lowered: (Names | undefined)[] = [];
  /** Of the segments in which something was found. */
  readonly #named: (Named | undefined)[] = [];
  /** Answers of exact searches: base types are asked for again and again. */
  readonly #exact = new Map<string, readonly SymbolHandle[]>();
  #types: Map<string, SymbolHandle[]> | undefined;
  /** Symbols of files that are no longer current: room that a rewrite would win back. */
  dead = 0;
  /** Symbols of current files. */
  symbols = 0;

  add(segment: Segment): void {
    this.#changed();
    const number = this.segments.push(segment) - 1;
    const owners = new Uint32Array(segment.symbols);
    segment.files.forEach(({ path, size, mtimeMs, problem, globalUsings, first, count }, file) => {
      owners.fill(file, first, first + count);
      this.remove(path);
      this.files.set(path, { path, size, mtimeMs, problem, globalUsings, segment: number, file });
      this.symbols += count;
    });
    this.#owners.push(owners);
    this.#live.push(new Uint8Array(segment.files.length).fill(1));
    this.#lowered.push(undefined);
    this.#named.push(undefined);
  }

  remove(path: string): void {
    const known = this.files.get(path);
    if (!known) return;
    this.#changed();
    this.files.delete(path);
    const count = this.#segmentAt(known.segment).files[known.file]!.count;
    this.#live[known.segment]![known.file] = 0;
    this.dead += count;
    this.symbols -= count;
  }

  #changed(): void {
    this.#exact.clear();
    this.#types = undefined;
  }

  /** Classes, structs, interfaces, enums and delegates of that simple name. */
  typesNamed(name: string): readonly SymbolHandle[] {
    if (!this.#types) {
      this.#types = new Map();
      for (const handle of this.#ofKinds(TYPE_KINDS)) {
        const known = this.name(handle);
        const handles = this.#types.get(known);
        if (handles) handles.push(handle);
        else this.#types.set(known, [handle]);
      }
    }
    return this.#types.get(name) ?? [];
  }

  *#ofKinds(kinds: ReadonlySet<number>): Generator<SymbolHandle> {
    for (const [number, segment] of this.segments.entries()) {
      if (!segment) continue;
      const { kind } = segment.columns;
      for (let at = 0; at < kind.length; at++) {
        if (!kinds.has(kind[at]!)) continue;
        const handle = { segment: number, at };
        if (this.#isCurrent(handle)) yield handle;
      }
    }
  }

  /** Drops segments of which nothing is current any more; places in the others stay valid. Gives what is left. */
  compact(): readonly (Segment | undefined)[] {
    this.segments.forEach((segment, number) => {
      if (!segment || this.#live[number]!.some((live) => live === 1)) return;
      this.dead -= segment.symbols;
      this.segments[number] = undefined;
      this.#named[number] = undefined;
    });
    return this.segments;
  }

  #segmentAt(number: number): Segment {
    return this.segments[number]!;
  }

  /** The number of its file in the segment. */
  #ownerOf({ segment, at }: SymbolHandle): number {
    return this.#owners[segment]![at]!;
  }

  #fileOf(handle: SymbolHandle): Segment["files"][number] {
    return this.#segmentAt(handle.segment).files[this.#ownerOf(handle)]!;
  }

  /** Whether its file has not changed since. */
  #isCurrent(handle: SymbolHandle): boolean {
    return this.#live[handle.segment]![this.#ownerOf(handle)] === 1;
  }

  /** Declarations whose simple name is `name` (exact), or holds it in any case. */
  byName(name: string, exact: boolean): readonly SymbolHandle[] {
    if (name === "" || name.includes("\n")) return [];
    const known = exact ? this.#exact.get(name) : undefined;
    if (known) return known;
    const handles: SymbolHandle[] = [];
    for (let number = 0; number < this.segments.length; number++) {
      const segment = this.segments[number];
      if (!segment) continue;
      const wanted = exact ? exactIds(segment, name) : this.#holdingIds(number, name.toLowerCase());
      if (wanted.length > 0) this.#collect(number, wanted, handles);
    }
    if (exact) this.#exact.set(name, handles);
    return handles;
  }

  /** Those of one name in text order. */
  #collect(number: number, wanted: readonly number[], handles: SymbolHandle[]): void {
    const owners = this.#owners[number]!;
    const live = this.#live[number]!;
    this.#named[number] ??= namedIn(this.#segmentAt(number));
    const { first, symbols } = this.#named[number];
    for (const id of wanted) {
      for (let next = first[id]!; next < first[id + 1]!; next++) {
        const at = symbols[next]!;
        if (live[owners[at]!] === 1) handles.push({ segment: number, at });
      }
    }
  }

  #holdingIds(number: number, lower: string): number[] {
    const segment = this.#segmentAt(number);
    const ids: number[] = [];
    const text = this.#lowered[number] ?? loweredNames(segment);
    this.#lowered[number] = text;
    if (text.length === segment.namesEnd) {
      for (let at = text.indexOf(lower); at >= 0; ) {
        const id = idAt(segment, at);
        ids.push(id);
        at = text.indexOf(lower, segment.offsets[id + 1]! - 1);
      }
    } else {
      // Lower-casing that changes lengths (İ) shifts offsets: such a segment is compared name by name.
      for (let id = 0; segment.offsets[id]! < segment.namesEnd; id++) {
        if (stringOf(segment, id).toLowerCase().includes(lower)) ids.push(id);
      }
    }
    return ids;
  }

  pathOf(handle: SymbolHandle): string {
    return this.#fileOf(handle).path;
  }

  /** The same number for places of one file. */
  fileKey(handle: SymbolHandle): number {
    return handle.segment * 65_536 + this.#ownerOf(handle);
  }

  /** The same number for places of one segment with one name. */
  nameKey(handle: SymbolHandle): number {
    return handle.segment * 0x100_0000 + this.#segmentAt(handle.segment).columns.name[handle.at]!;
  }

  /** Places of a file's declarations, in text order. */
  ofFile(path: string): SymbolHandle[] {
    const file = this.files.get(path);
    if (!file) return [];
    const { first, count } = this.#segmentAt(file.segment).files[file.file]!;
    return Array.from({ length: count }, (_, index) => ({ segment: file.segment, at: first + index }));
  }

  parentOf(handle: SymbolHandle): SymbolHandle | undefined {
    const parent = this.#segmentAt(handle.segment).columns.parent[handle.at]!;
    return parent === NO_PARENT
      ? undefined
      : { segment: handle.segment, at: handle.at - this.indexOf(handle) + parent };
  }

  /** Which of its file's declarations it is. */
  indexOf(handle: SymbolHandle): number {
    return handle.at - this.#fileOf(handle).first;
  }

  /** Current types that have a base list. */
  *typesWithBases(): Generator<{ name: string; bases: string }> {
    for (const [number, segment] of this.segments.entries()) {
      if (!segment) continue;
      const { bases, name } = segment.columns;
      for (let at = 0; at < bases.length; at++) {
        if (bases[at] !== 0 && this.#isCurrent({ segment: number, at })) {
          yield { name: stringOf(segment, name[at]!), bases: stringOf(segment, bases[at]!) };
        }
      }
    }
  }

  /** Full names of all namespaces. */
  namespaces(): Set<string> {
    const names = new Set<string>();
    for (const handle of this.#ofKinds(NAMESPACES)) {
      const outer = this.symbol(handle).namespace;
      names.add(outer === "" ? this.name(handle) : `${outer}.${this.name(handle)}`);
    }
    return names;
  }

  /** Names of all declarations, more than once where several segments have them; those of files gone may be among them. */
  *names(): Generator<string> {
    for (const segment of this.segments) {
      if (!segment) continue;
      for (const name of segment.strings.slice(1, segment.namesEnd - 1).split("\n")) yield name;
    }
  }

  name(handle: SymbolHandle): string {
    const segment = this.#segmentAt(handle.segment);
    return stringOf(segment, segment.columns.name[handle.at]!);
  }

  kind(handle: SymbolHandle): number {
    return this.#segmentAt(handle.segment).columns.kind[handle.at]!;
  }

  /** How many type parameters it has. */
  arity(handle: SymbolHandle): number {
    return this.#segmentAt(handle.segment).columns.arity[handle.at]!;
  }

  /** Bits of `MODIFIER_BIT`. */
  modifiers(handle: SymbolHandle): number {
    return this.#segmentAt(handle.segment).columns.modifiers[handle.at]!;
  }

  /** Bits of `TRAIT`. */
  traits(handle: SymbolHandle): number {
    return this.#segmentAt(handle.segment).columns.traits[handle.at]!;
  }

  bases(handle: SymbolHandle): string {
    const segment = this.#segmentAt(handle.segment);
    return stringOf(segment, segment.columns.bases[handle.at]!);
  }

  symbol(handle: SymbolHandle): IndexedSymbol {
    const { columns } = this.#segmentAt(handle.segment);
    const { at } = handle;
    const containers: string[] = [];
    const namespaces: string[] = [];
    for (let outer = this.parentOf(handle); outer; outer = this.parentOf(outer)) {
      if (this.kind(outer) === KIND.namespace) namespaces.unshift(this.name(outer));
      else containers.unshift(this.name(outer));
    }
    return {
      handle,
      path: this.pathOf(handle),
      name: this.name(handle),
      kind: columns.kind[at]!,
      containers,
      namespace: namespaces.join("."),
      nameLine: columns.nameLine[at]!,
      nameColumn: columns.nameColumn[at]!,
      startLine: columns.startLine[at]!,
      endLine: columns.endLine[at]!,
    };
  }
}
