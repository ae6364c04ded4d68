/**
 * Contains all known declarations of the workspace. It keeps segments in memory, and answers searches for names that need no
 * other data.
 */
import { KIND } from "../outline/declaration-table.ts";
import { NOT_READ } from "./outline-worker.ts";
import {
  fileOf,
  fileOfSymbol,
  idOfName,
  idsOfNamesHolding,
  NO_PARENT,
  type Segment,
  type SegmentFile,
  stringOf,
  symbolsOf,
  wantedName,
} from "./segment.ts";

/** Refers to a declaration, which is symbol `at` of a segment. */
export interface SymbolHandle {
  segment: number;
  at: number;
}

export interface IndexedFile extends SegmentFile {
  segment: number;
  file: number;
}

/** A declaration with all the data that queries typically need. */
export interface IndexedSymbol {
  handle: SymbolHandle;
  path: string;
  name: string;
  kind: number;
  /** The enclosing types, starting with the outermost. */
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

export class SymbolStore {
  /** Segments that were removed leave gaps, so that the numbers don't change. */
  readonly segments: (Segment | undefined)[] = [];
  readonly files = new Map<string, IndexedFile>();
  readonly unread = new Set<string>();
  /** A byte for each file of each segment. The value 1 means that the store uses that version. */
  readonly #live: Uint8Array[] = [];
  /** The results of exact lookups, because base types are needed again and again. */
  readonly #exact = new Map<string, readonly SymbolHandle[]>();
  readonly #types = new Map<string, readonly SymbolHandle[]>();
  /** The number of symbols of outdated files, which only a new index removes. */
  dead = 0;
  /** The number of symbols of current files. */
  symbols = 0;

  /**
   * Adds wanted files of a segment and returns its number. Files that the store already has (with the same size and time)
   * aren't replaced.
   */
  add(segment: Segment, isWanted: (file: SegmentFile) => boolean = () => true): number {
    this.#changed();
    const number = this.segments.push(segment) - 1;
    this.#live.push(new Uint8Array(segment.files));
    for (let file = 0; file < segment.files; file++) {
      const added = fileOf(segment, file);
      const { count } = symbolsOf(segment, file);
      if (isSame(this.files.get(added.path), added) || !isWanted(added)) {
        this.dead += count;
        continue;
      }
      this.remove(added.path);
      this.files.set(added.path, { ...added, segment: number, file });
      if (added.problem.startsWith(NOT_READ)) this.unread.add(added.path);
      this.#live[number]![file] = 1;
      this.symbols += count;
    }
    return number;
  }

  /** Makes files use this segment if they have the same version in another one. */
  prefer(number: number): void {
    const segment = this.#segmentAt(number);
    const live = this.#live[number]!;
    for (let file = 0; file < segment.files; file++) {
      if (live[file] === 1) continue;
      const own = fileOf(segment, file);
      const known = this.files.get(own.path);
      if (!known || !isSame(known, own)) continue;
      this.#changed();
      this.#live[known.segment]![known.file] = 0;
      live[file] = 1;
      this.files.set(own.path, { ...own, segment: number, file });
    }
  }

  remove(path: string): void {
    const known = this.files.get(path);
    if (!known) return;
    this.#changed();
    this.files.delete(path);
    this.unread.delete(path);
    const { count } = symbolsOf(this.#segmentAt(known.segment), known.file);
    this.#live[known.segment]![known.file] = 0;
    this.dead += count;
    this.symbols -= count;
  }

  #changed(): void {
    this.#exact.clear();
    this.#types.clear();
  }

  liveFiles(number: number): string[] {
    const segment = this.segments[number];
    if (!segment) return [];
    const paths: string[] = [];
    this.#live[number]!.forEach((live, file) => {
      if (live === 1) paths.push(fileOf(segment, file).path);
    });
    return paths;
  }

  isLive(number: number): boolean {
    return this.#live[number]?.includes(1) ?? false;
  }

  /** Only used for segments of which no file is in use. */
  drop(number: number): void {
    this.dead -= this.#segmentAt(number).symbols;
    this.segments[number] = undefined;
  }

  /**
   * Returns types by their simple name, sorted by path and position. Other sessions may have the same files in another order of
   * segments, and should still give identical answers.
   */
  typesNamed(name: string): readonly SymbolHandle[] {
    let types = this.#types.get(name);
    if (!types) {
      types = this.byName(name, true)
        .filter((handle) => TYPE_KINDS.has(this.kind(handle)))
        .map((handle) => ({ handle, path: this.pathOf(handle) }))
        .sort((a, b) => (a.path === b.path ? a.handle.at - b.handle.at : a.path < b.path ? -1 : 1))
        .map(({ handle }) => handle);
      this.#types.set(name, types);
    }
    return types;
  }

  /** Returns current symbols that pass a test on the columns. */
  *#where(isWanted: (segment: Segment, at: number) => boolean): Generator<SymbolHandle> {
    for (const [number, segment] of this.segments.entries()) {
      if (!segment) continue;
      const live = this.#live[number]!;
      for (let file = 0; file < live.length; file++) {
        if (live[file] !== 1) continue;
        const { first, count } = symbolsOf(segment, file);
        for (let at = first; at < first + count; at++) if (isWanted(segment, at)) yield { segment: number, at };
      }
    }
  }

  #segmentAt(number: number): Segment {
    return this.segments[number]!;
  }

  /** Returns exact matches or, without `exact`, names that contain the text, ignoring case. */
  byName(name: string, exact: boolean): readonly SymbolHandle[] {
    if (name === "" || name.includes("\n")) return [];
    const known = exact ? this.#exact.get(name) : undefined;
    if (known) return known;
    const handles: SymbolHandle[] = [];
    const wanted = wantedName(name);
    const lower = name.toLowerCase();
    for (const [number, segment] of this.segments.entries()) {
      if (!segment) continue;
      if (exact) {
        const id = idOfName(segment, wanted);
        if (id >= 0) this.#collect(number, [id], handles);
      } else this.#collect(number, idsOfNamesHolding(segment, lower), handles);
    }
    if (exact) this.#exact.set(name, handles);
    return handles;
  }

  /** Returns symbols with any of these names in the order of the text. */
  #collect(number: number, wanted: readonly number[], handles: SymbolHandle[]): void {
    const segment = this.#segmentAt(number);
    const live = this.#live[number]!;
    const { first, bySymbol } = segment;
    for (const id of wanted) {
      for (let next = first[id]!; next < first[id + 1]!; next++) {
        const at = bySymbol[next]!;
        if (live[fileOfSymbol(segment, at)] === 1) handles.push({ segment: number, at });
      }
    }
  }

  pathOf({ segment, at }: SymbolHandle): string {
    const known = this.#segmentAt(segment);
    return fileOf(known, fileOfSymbol(known, at)).path;
  }

  /** Returns a key that is equal for all handles of a file. */
  fileKey(handle: SymbolHandle): number {
    return handle.segment * 65_536 + fileOfSymbol(this.#segmentAt(handle.segment), handle.at);
  }

  /** Returns a key that is equal for all handles with the same name in a segment. */
  nameKey(handle: SymbolHandle): number {
    return handle.segment * 0x100_0000 + this.#segmentAt(handle.segment).columns.name[handle.at]!;
  }

  /** Returns symbols in the order of the text. */
  ofFile(path: string): SymbolHandle[] {
    const file = this.files.get(path);
    if (!file) return [];
    const { first, count } = symbolsOf(this.#segmentAt(file.segment), file.file);
    return Array.from({ length: count }, (_, index) => ({ segment: file.segment, at: first + index }));
  }

  parentOf(handle: SymbolHandle): SymbolHandle | undefined {
    const parent = this.#segmentAt(handle.segment).columns.parent[handle.at]!;
    return parent === NO_PARENT
      ? undefined
      : { segment: handle.segment, at: handle.at - this.indexOf(handle) + parent };
  }

  /** Returns the index of a declaration within its file. */
  indexOf(handle: SymbolHandle): number {
    const segment = this.#segmentAt(handle.segment);
    return handle.at - symbolsOf(segment, fileOfSymbol(segment, handle.at)).first;
  }

  /** Returns the current types that have a base list. */
  *typesWithBases(): Generator<{ name: string; bases: string }> {
    for (const handle of this.#where(({ columns }, at) => columns.bases[at] !== 0))
      yield { name: this.name(handle), bases: this.bases(handle) };
  }

  namespaces(): Set<string> {
    const names = new Set<string>();
    for (const handle of this.#where(({ columns }, at) => columns.kind[at] === KIND.namespace)) {
      const outer = this.symbol(handle).namespace;
      names.add(outer === "" ? this.name(handle) : `${outer}.${this.name(handle)}`);
    }
    return names;
  }

  /** Returns the names of all declarations, which can contain duplicates and those of removed files. */
  *names(): Generator<string> {
    for (const segment of this.segments) {
      if (!segment) continue;
      for (let id = 0; id < segment.names; id++) yield stringOf(segment, id);
    }
  }

  name(handle: SymbolHandle): string {
    const segment = this.#segmentAt(handle.segment);
    return stringOf(segment, segment.columns.name[handle.at]!);
  }

  kind(handle: SymbolHandle): number {
    return this.#segmentAt(handle.segment).columns.kind[handle.at]!;
  }

  arity(handle: SymbolHandle): number {
    return this.#segmentAt(handle.segment).columns.arity[handle.at]!;
  }

  /** See `MODIFIER_BIT`. */
  modifiers(handle: SymbolHandle): number {
    return this.#segmentAt(handle.segment).columns.modifiers[handle.at]!;
  }

  /** See `TRAIT`. */
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

function isSame(a: SegmentFile | undefined, b: SegmentFile): boolean {
  return a !== undefined && a.size === b.size && a.mtimeMs === b.mtimeMs;
}
