/**
 * The index on disk, which all processes share. It consists of parts that contain the segments of the store. One
 * process publishes them and all processes read them. Another process can publish while this one answers a query, so
 * published parts replace segments that were parsed locally only between queries.
 */
import type { IndexBuild, PublishedIndex, SharedIndex } from "../../../core/host/plugin-api.ts";
import { openSegments, type Segment, type SegmentFile } from "./segment.ts";
import type { SymbolStore } from "./symbol-store.ts";

/** Part of the cache key. Increase it whenever the results of the outline reader or the layout of segments change. */
export const EXTRACTOR_VERSION = 11;
export const INDEX_KEY = `symbols-${EXTRACTOR_VERSION}`;

/** If there are many parts, those smaller than this are merged. */
const SMALL_BYTES = 1024 * 1024;
const MANY_PARTS = 16;
/**
 * A segment with fewer files than this was parsed after an edit. When there are too many of those, their files are
 * parsed again together.
 */
const FEW_FILES = 8;
const MANY_SMALL = 64;

export class PublishedSegments {
  readonly #index: SharedIndex;
  readonly #store: SymbolStore;
  #seen: PublishedIndex | undefined;
  /** The numbers of the segments in each part. */
  #parts = new Map<string, number[]>();
  /** Segments in parts that are new since the last call to `settle`. */
  readonly #fresh = new Set<number>();
  /** Segments in the memory of this process, and those among them that have not been published. */
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

  /** Size of the segments that have not been published, in bytes. */
  get unpublishedBytes(): number {
    let bytes = 0;
    for (const number of this.#unpublished) bytes += this.#store.segments[number]?.bytes.length ?? 0;
    return bytes;
  }

  /** Adds a segment that this process has parsed. */
  add(number: number): void {
    this.#own.add(number);
    this.#unpublished.add(number);
  }

  /** Returns the published parts if they have changed since `adopt`. */
  async news(): Promise<PublishedIndex | undefined> {
    const published = await this.#index.current();
    return published === this.#seen ? undefined : published;
  }

  /** Adds the requested files from new parts. */
  adopt(published: PublishedIndex, isWanted: (file: SegmentFile) => boolean): void {
    this.#seen = published;
    const parts = new Map<string, number[]>();
    for (const { name, bytes } of published.parts) {
      const numbers = this.#parts.get(name) ?? openSegments(bytes).map((segment) => this.#addFresh(segment, isWanted));
      parts.set(name, numbers);
    }
    // A part that is no longer published can still be used by this process.
    for (const [name, numbers] of this.#parts) if (!parts.has(name)) for (const number of numbers) this.add(number);
    this.#parts = parts;
  }

  #addFresh(segment: Segment, isWanted: (file: SegmentFile) => boolean): number {
    const number = this.#store.add(segment, isWanted);
    this.#fresh.add(number);
    return number;
  }

  /**
   * Switches files to the published segments and drops the segments that are no longer used. Must not be called while a
   * query runs, because handles change.
   */
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
   * Claims the right to build. Returns false while another process has it, and throws UNAVAILABLE if the disk is not
   * writable.
   */
  async claim(): Promise<boolean> {
    if (this.#build?.lost.aborted) await this.release();
    this.#build ??= await this.#index.build();
    return this.#build !== undefined;
  }

  get isClaimed(): boolean {
    return this.#build !== undefined && !this.#build.lost.aborted;
  }

  /** Returns the progress of the process that builds, which may be this one. */
  builder(): Promise<{ done: number; total: number } | undefined> {
    return this.#index.builder();
  }

  async progress(done: number, total: number): Promise<void> {
    await this.#build?.progress(done, total);
  }

  /**
   * Publishes the segments that this process has parsed. The claim is required. `isQuiet` is true if no query is
   * running.
   */
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

  /** Returns the segments in use from small parts. Those parts are then dropped. */
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
   * Returns files that should be parsed again, since they are spread over many small segments or are in segments that
   * are mostly outdated.
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

  /** Gives up the claim, so that another process can build. */
  async release(): Promise<void> {
    const build = this.#build;
    this.#build = undefined;
    await build?.release();
  }
}
