/**
 * Manages the index on disk, which all processes share and which consists of parts with segments of the store. One process
 * publishes and all of them read. This can happen in the middle of a query, so local segments are only replaced by published
 * ones between queries.
 */
import type { IndexBuild, PublishedIndex, SharedIndex } from "../../../core/host/plugin-api.ts";
import { openSegments, type Segment, type SegmentFile } from "./segment.ts";
import type { SymbolStore } from "./symbol-store.ts";

/** A part of the key in the cache. Increase it if the results of the outline reader or the layout of segments change. */
export const EXTRACTOR_VERSION = 14;
export const INDEX_KEY = `symbols-${EXTRACTOR_VERSION}`;

/** If there are many parts, those that are smaller than this are merged. */
const SMALL_BYTES = 1024 * 1024;
const MANY_PARTS = 16;
/** A segment with so few files was parsed after an edit. If there are many of them, their files are parsed again together. */
const FEW_FILES = 8;
const MANY_SMALL = 64;

export class PublishedSegments {
  readonly #index: SharedIndex;
  readonly #store: SymbolStore;
  #seen: PublishedIndex | undefined;
  /** The numbers of the segments in each part. */
  #parts = new Map<string, number[]>();
  /** The segments of parts that are new since the last `settle`. */
  readonly #fresh = new Set<number>();
  /** The segments in the memory of this process, and those that aren't published yet. */
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

  /** The size of the unpublished segments in bytes. */
  get unpublishedBytes(): number {
    let bytes = 0;
    for (const number of this.#unpublished) bytes += this.#store.segments[number]?.bytes.length ?? 0;
    return bytes;
  }

  add(number: number): void {
    this.#own.add(number);
    this.#unpublished.add(number);
  }

  /** Returns the published parts if they aren't those of the last `adopt`. */
  async news(): Promise<PublishedIndex | undefined> {
    const published = await this.#index.current();
    return published === this.#seen ? undefined : published;
  }

  /** Adds wanted files from new parts. */
  adopt(published: PublishedIndex, isWanted: (file: SegmentFile) => boolean): void {
    this.#seen = published;
    const parts = new Map<string, number[]>();
    for (const { name, bytes } of published.parts) {
      const numbers = this.#parts.get(name) ?? openSegments(bytes).map((segment) => this.#addFresh(segment, isWanted));
      parts.set(name, numbers);
    }
    // These are no longer published, but may still be in use.
    for (const [name, numbers] of this.#parts) if (!parts.has(name)) for (const number of numbers) this.add(number);
    this.#parts = parts;
  }

  #addFresh(segment: Segment, isWanted: (file: SegmentFile) => boolean): number {
    const number = this.#store.add(segment, isWanted);
    this.#fresh.add(number);
    return number;
  }

  /** Switches files to published segments and removes unused ones. It must not be called during a query, because handles change. */
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

  /**
   * Reserves the build for this process. It returns false as long as another process has it. @throws UNAVAILABLE if the disk
   * isn't writable
   */
  async claim(): Promise<boolean> {
    if (this.#build?.lost.aborted) await this.release();
    this.#build ??= await this.#index.build();
    return this.#build !== undefined;
  }

  get isClaimed(): boolean {
    return this.#build !== undefined && !this.#build.lost.aborted;
  }

  /** Returns the progress of the process that is building, which may be this one. */
  builder(): Promise<{ done: number; total: number } | undefined> {
    return this.#index.builder();
  }

  async progress(done: number, total: number): Promise<void> {
    await this.#build?.progress(done, total);
  }

  /** Publishes our segments, for which the build must be reserved. @param isQuiet no query is running */
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

  /** Takes the segments that are in use from small parts, which are then removed. */
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

  /**
   * Returns files that should be parsed again, because they are in many small segments or in segments that are mostly out of
   * date.
   */
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
