/**
 * The index on disk, shared by all processes: the store's segments, in parts that one process publishes and all read.
 * Another process may publish while this one answers, so published parts replace locally parsed ones only between questions.
 */
import type { IndexBuild, PublishedIndex, SharedIndex } from "../../../core/host/plugin-api.ts";
import { openSegments, type Segment, type SegmentFile } from "./segment.ts";
import type { SymbolStore } from "./symbol-store.ts";

/** Part of the key. Increase it whenever results of the outline reader or the segment layout change. */
export const EXTRACTOR_VERSION = 11;
export const INDEX_KEY = `symbols-${EXTRACTOR_VERSION}`;

/** Parts smaller than this are merged when there are many. */
const SMALL_BYTES = 1024 * 1024;
const MANY_PARTS = 16;
/** Segments with fewer files were parsed after an edit. This many of them are parsed again together. */
const FEW_FILES = 8;
const MANY_SMALL = 64;

export class PublishedSegments {
  readonly #index: SharedIndex;
  readonly #store: SymbolStore;
  #seen: PublishedIndex | undefined;
  /** Segment numbers of the store by part. */
  #parts = new Map<string, number[]>();
  /** Segments of new parts since the last `settle`. */
  readonly #fresh = new Set<number>();
  /** Segments in this process's memory, and those that are not published. */
  readonly #own = new Set<number>();
  readonly #unpublished = new Set<number>();
  #build: IndexBuild | undefined;

  constructor(index: SharedIndex, store: SymbolStore) {
    this.#index = index;
    this.#store = store;
  }

  get path(): string {
    return this.#index.folder;
  }

  /** Bytes of unpublished segments. */
  get unpublishedBytes(): number {
    let bytes = 0;
    for (const number of this.#unpublished) bytes += this.#store.segments[number]?.bytes.length ?? 0;
    return bytes;
  }

  /** Adds a segment that was parsed here. */
  add(number: number): void {
    this.#own.add(number);
    this.#unpublished.add(number);
  }

  /** Returns the parts if any were published since `adopt`. */
  async news(): Promise<PublishedIndex | undefined> {
    const published = await this.#index.current();
    return published === this.#seen ? undefined : published;
  }

  /** Adds the requested files of new parts. */
  adopt(published: PublishedIndex, isWanted: (file: SegmentFile) => boolean): void {
    this.#seen = published;
    const parts = new Map<string, number[]>();
    for (const { name, bytes } of published.parts) {
      const numbers = this.#parts.get(name) ?? openSegments(bytes).map((segment) => this.#addFresh(segment, isWanted));
      parts.set(name, numbers);
    }
    // A part that is no longer published is still usable here.
    for (const [name, numbers] of this.#parts) if (!parts.has(name)) for (const number of numbers) this.add(number);
    this.#parts = parts;
  }

  #addFresh(segment: Segment, isWanted: (file: SegmentFile) => boolean): number {
    const number = this.#store.add(segment, isWanted);
    this.#fresh.add(number);
    return number;
  }

  /** Switches files to published segments, and drops unused segments. Not while a query runs, because handles change. */
  settle(): boolean {
    if (this.#own.size === 0) return false;
    for (const number of this.#fresh) this.#store.prefer(number);
    this.#fresh.clear();
    let isChanged = false;
    for (const number of this.#own) {
      if (this.#store.isLive(number)) continue;
      this.#store.drop(number);
      this.#own.delete(number);
      this.#unpublished.delete(number);
      isChanged = true;
    }
    return isChanged;
  }

  /** Acquires the right to build; false while another process has it. Throws UNAVAILABLE if the disk is not writable. */
  async claim(): Promise<boolean> {
    if (this.#build?.lost.aborted) await this.release();
    this.#build ??= await this.#index.build();
    return this.#build !== undefined;
  }

  get isClaimed(): boolean {
    return this.#build !== undefined && !this.#build.lost.aborted;
  }

  /** Returns the progress of the building process, which may be this one. */
  builder(): Promise<{ done: number; total: number } | undefined> {
    return this.#index.builder();
  }

  async progress(done: number, total: number): Promise<void> {
    await this.#build?.progress(done, total);
  }

  /** Publishes segments parsed here. Requires the claim. `isQuiet`: no query is running. */
  async publish(isQuiet: boolean, isWanted: (file: SegmentFile) => boolean): Promise<void> {
    if (!this.#build) return;
    const news = await this.news();
    if (news) this.adopt(news, isWanted);
    if (isQuiet) this.settle();
    const keep = new Set(this.#parts.keys());
    const numbers = [...this.#unpublished].filter((number) => this.#store.isLive(number));
    if (isQuiet) {
      for (const [name, own] of this.#parts) if (!own.some((number) => this.#store.isLive(number))) keep.delete(name);
      if (keep.size > MANY_PARTS) numbers.push(...this.#takeSmall(keep));
    }
    if (numbers.length === 0 && keep.size === this.#parts.size) return;
    const bytes = numbers.flatMap((number) => this.#store.segments[number]?.bytes ?? []);
    const published = await this.#build.publish(bytes.length > 0 ? [bytes] : [], [...keep]);
    for (const number of numbers) this.#unpublished.delete(number);
    this.adopt(published, isWanted);
    if (isQuiet) this.settle();
  }

  /** Returns live segments of small parts, which are then dropped. */
  #takeSmall(keep: Set<string>): number[] {
    const taken: number[] = [];
    for (const [name, numbers] of this.#parts) {
      const bytes = numbers.reduce((sum, number) => sum + (this.#store.segments[number]?.bytes.length ?? 0), 0);
      if (!keep.has(name) || bytes >= SMALL_BYTES) continue;
      keep.delete(name);
      taken.push(...numbers.filter((number) => this.#store.isLive(number)));
    }
    return taken;
  }

  /** Returns files worth parsing again: from many small segments, or segments that are mostly dead. */
  scattered(): string[] {
    const numbers = [...this.#store.segments.keys()].filter((number) => this.#store.isLive(number));
    const live = new Map(numbers.map((number) => [number, this.#store.liveFiles(number)]));
    const small = numbers.filter((number) => live.get(number)!.length < FEW_FILES);
    const isWasteful = this.#store.dead > this.#store.symbols;
    if (small.length <= MANY_SMALL && !isWasteful) return [];
    const chosen = numbers.filter((number) => {
      const files = live.get(number)!.length;
      return files < FEW_FILES || (isWasteful && files * 2 < (this.#store.segments[number]?.files ?? 0));
    });
    return chosen.flatMap((number) => live.get(number)!);
  }

  /** Lets another process build. */
  async release(): Promise<void> {
    const build = this.#build;
    this.#build = undefined;
    await build?.release();
  }
}
