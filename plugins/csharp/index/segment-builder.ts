/**
 * Parses scripts that the store doesn't have yet, and publishes them. One process does this for all, and the others wait for
 * its parts. A process that can't publish or has waited too long parses the files itself.
 */
import type { Sweep, WorkerContext } from "../../../core/host/plugin-api.ts";
import { FileQueue } from "./file-queue.ts";
import outline, { type OutlineJob, UNSETTLED } from "./outline-worker.ts";
import type { PublishedSegments } from "./published-segments.ts";
import { openSegment, type SegmentFile } from "./segment.ts";
import type { SymbolStore } from "./symbol-store.ts";

/** The number of bytes that are parsed and encoded together. */
const BATCH_BYTES = 1024 * 1024;
/**
 * Up to this many bytes are parsed on this thread. A second thread wouldn't be faster, because it would have to start and
 * compile the same code again.
 */
const PARSE_HERE_BYTES = 8 * BATCH_BYTES;
/** The number of batches at the same time, which keeps all parser threads busy. */
const PARALLEL = 6;
/** The interval between two publications. It is also the maximum work that is lost if the process is killed. */
const PUBLISH_EVERY_MS = 1500;
/** If more than this was parsed for an answer, it is published immediately, since the process may be about to end. */
const WORTH_PUBLISHING = 16 * 1024;
const PUBLISH_SOON_MS = 2000;
/**
 * The shortest and longest polling interval for another builder, in milliseconds. It becomes longer as the build takes longer,
 * because a delay matters less then.
 */
const [POLL_MS, LONGEST_POLL_MS] = [40, 200];
/** If a builder makes no progress for this many milliseconds, other processes stop waiting for it. */
const STALLED_MS = 10_000;
/** If there are more new files than this, a single process parses them for all. */
const MANY_FILES = 48;
/** The maximum number of milliseconds that a builder waits for its first query to end. */
const BEGIN_MS = 1000;

export interface BuildProgress {
  done: number;
  total: number;
  /** True if another process is doing it. */
  isElsewhere: boolean;
}

/** The files of the last sweep, and those that the store doesn't have. */
export interface UnparsedFiles {
  readonly files: Sweep;
  readonly pending: Map<string, number>;
  /** True if no query is running. */
  readonly isQuiet: boolean;
  /** Called when handles have changed, so that the sweep has to be compared again. */
  storeChanged(): void;
}

type Progress = (progress: BuildProgress) => void;

export class SegmentBuilder {
  /** The reason why nothing is saved to disk, or "" if it is. */
  cacheProblem = "";
  readonly #context: WorkerContext;
  readonly #store: SymbolStore;
  readonly #published: PublishedSegments;
  readonly #unparsed: UnparsedFiles;
  readonly #listeners = new Set<Progress>();
  #building: Promise<void> | undefined;
  #publishing: Promise<void> | undefined;
  #publishedAt = 0;
  #waitsInVain = false;
  #done = 0;

  constructor(context: WorkerContext, store: SymbolStore, published: PublishedSegments, unparsed: UnparsedFiles) {
    this.#context = context;
    this.#store = store;
    this.#published = published;
    this.#unparsed = unparsed;
  }

  get building(): boolean {
    return this.#building !== undefined;
  }

  async ensure(paths: Iterable<string>, onProgress?: Progress): Promise<void> {
    const wanted = [...paths].filter((path) => this.#unparsed.pending.has(path));
    if (wanted.length === 0) return;
    let done = 0;
    const total = wanted.length;
    onProgress?.({ done, total, isElsewhere: false });
    await this.#parse(wanted, (count) => {
      done += count;
      onProgress?.({ done, total, isElsewhere: false });
    });
    if (this.#published.unpublishedBytes < WORTH_PUBLISHING) return;
    const wasClaimed = this.#published.isClaimed;
    if (!(await this.#claim())) return;
    await this.#publish();
    if (!wasClaimed) await this.#release();
  }

  /** Used for answers that need much of the index. It waits if another process is building, and otherwise reserves the build. */
  async share(onProgress: Progress): Promise<void> {
    if (this.#unparsed.pending.size <= MANY_FILES || this.#published.isClaimed || this.cacheProblem !== "") return;
    if (!(await this.#claim())) return await this.build(onProgress);
    void this.#context.clock
      .sleep(BEGIN_MS)
      .then(() => this.build())
      .catch(() => {});
  }

  /** Parses everything that is pending, one run after the other. */
  async build(onProgress?: Progress): Promise<void> {
    if (onProgress) {
      this.#listeners.add(onProgress);
      this.#report(this.#done, this.#unparsed.files.paths.length, false);
    }
    try {
      do {
        this.#building ??= this.#buildAll().finally(() => {
          this.#building = undefined;
        });
        await this.#building;
        // A sweep may have found more in the meantime.
      } while (this.#unparsed.pending.size > 0);
    } finally {
      if (onProgress) this.#listeners.delete(onProgress);
    }
  }

  /** Schedules the publication of segments that were parsed for answers. */
  publishSoon(): void {
    if (this.#publishing || this.building || this.cacheProblem !== "" || this.#published.unpublishedBytes === 0) return;
    this.#publishing = this.#context.clock
      .sleep(PUBLISH_SOON_MS)
      .then(() => this.build())
      .catch(() => {})
      .finally(() => {
        this.#publishing = undefined;
      });
  }

  #report(done: number, total: number, isElsewhere: boolean): void {
    for (const listener of this.#listeners) listener({ done: Math.min(done, total), total, isElsewhere });
  }

  async #buildAll(): Promise<void> {
    this.#waitsInVain = false;
    try {
      while (this.#unparsed.pending.size > 0) {
        if ((await this.#claim()) || this.cacheProblem !== "" || this.#waitsInVain) await this.#parsePending();
        else await this.#follow();
      }
      if (this.#published.unpublishedBytes === 0 || !(await this.#claim())) return;
      const scattered = this.#unparsed.isQuiet ? this.#published.scattered() : [];
      for (const path of scattered) this.#parseAgain(path);
      if (scattered.length > 0) await this.#parsePending();
      await this.#publish();
    } finally {
      await this.#release();
    }
  }

  #parseAgain(path: string): void {
    const at = this.#unparsed.files.paths.indexOf(path);
    if (at < 0) return;
    this.#store.remove(path);
    this.#unparsed.pending.set(path, at);
  }

  async #parsePending(): Promise<void> {
    const total = this.#unparsed.files.paths.length;
    this.#done = total - this.#unparsed.pending.size;
    await this.#tell();
    await this.#parse([...this.#unparsed.pending.keys()], (count) => {
      this.#done += count;
      this.#report(this.#done, total, false);
    });
  }

  /** Reads the parts of the process that is building until it has finished or makes no more progress. */
  async #follow(): Promise<void> {
    const { clock } = this.#context;
    let known = -1;
    const began = clock.monotonic();
    let since = began;
    for (;;) {
      const news = await this.#published.news();
      if (news) {
        this.#published.adopt(news, this.#isPending);
        this.#takePublished();
      }
      if (this.#unparsed.pending.size === 0) return;
      const builder = await this.#published.builder();
      if (!builder) return;
      if (builder.done !== known) {
        known = builder.done;
        since = clock.monotonic();
        this.#report(builder.done, builder.total, true);
      } else if (clock.monotonic() - since > STALLED_MS) {
        this.#waitsInVain = true;
        return;
      }
      await clock.sleep(Math.min(LONGEST_POLL_MS, Math.max(POLL_MS, (clock.monotonic() - began) / 10)));
    }
  }

  /** Returns true if the current version of this file is still missing. */
  readonly #isPending = ({ path, size, mtimeMs }: SegmentFile): boolean => {
    const { files, pending } = this.#unparsed;
    const at = pending.get(path);
    return at !== undefined && files.sizes[at] === size && files.mtimesMs[at] === mtimeMs;
  };

  #takePublished(): void {
    const { pending } = this.#unparsed;
    for (const path of pending.keys()) {
      const known = this.#store.files.get(path);
      if (known && this.#isPending(known)) pending.delete(path);
    }
    this.#unparsed.storeChanged();
  }

  async #parse(paths: string[], onDone: (files: number) => void): Promise<void> {
    const queue = new FileQueue(paths, (path) => this.#sizeOf(path));
    const run = async (parse: (job: OutlineJob) => Promise<Uint8Array>): Promise<void> => {
      for (let batch = queue.take(BATCH_BYTES); batch.length > 0; batch = queue.take(BATCH_BYTES)) {
        // Some of them may have been parsed for another caller.
        const left = this.#stillPending(batch);
        if (left.paths.length > 0) this.#accept(await parse(left), left);
        onDone(batch.length);
        if (this.#context.clock.monotonic() - this.#publishedAt > PUBLISH_EVERY_MS) await this.#publish();
      }
    };
    this.#publishedAt = this.#context.clock.monotonic();
    if (queue.left <= PARSE_HERE_BYTES)
      await run((job) => outline(job, this.#context, () => this.#context.clock.sleep(0)));
    else {
      const there = () => run((job) => this.#context.worker<Uint8Array>("outline", job));
      await Promise.all(Array.from({ length: PARALLEL }, there));
    }
  }

  #sizeOf(path: string): number {
    const { files, pending } = this.#unparsed;
    return files.sizes[pending.get(path) ?? -1] ?? 0;
  }

  #accept(bytes: Uint8Array, job: OutlineJob): void {
    const segment = openSegment(bytes);
    if (!segment) return;
    this.#published.add(this.#store.add(segment));
    if (segment.stamps.includes(UNSETTLED)) this.#unparsed.storeChanged();
    const { files, pending } = this.#unparsed;
    for (const [index, path] of job.paths.entries()) {
      const at = pending.get(path);
      // A later sweep found another change, so it is still pending.
      if (at === undefined) continue;
      if (files.sizes[at] === job.sizes[index] && files.mtimesMs[at] === job.mtimesMs[index]) pending.delete(path);
      else this.#store.remove(path);
    }
  }

  #stillPending(paths: readonly string[]): OutlineJob {
    const { files, pending } = this.#unparsed;
    const left: OutlineJob = { paths: [], sizes: [], mtimesMs: [] };
    for (const path of paths) {
      const at = pending.get(path);
      if (at === undefined) continue;
      left.paths.push(path);
      left.sizes.push(files.sizes[at]!);
      left.mtimesMs.push(files.mtimesMs[at]!);
    }
    return left;
  }

  async #publish(): Promise<void> {
    this.#publishedAt = this.#context.clock.monotonic();
    const { isQuiet } = this.#unparsed;
    await this.#written(() => this.#published.publish(isQuiet, this.#isPending));
    if (isQuiet) this.#unparsed.storeChanged();
    await this.#tell();
  }

  #tell(): Promise<unknown> {
    return this.#written(() => this.#published.progress(this.#done, this.#unparsed.files.paths.length));
  }

  async #claim(): Promise<boolean> {
    return (await this.#written(() => this.#published.claim())) ?? false;
  }

  /** The reservation is released even after a failed write, because other processes would wait in vain. */
  async #release(): Promise<void> {
    await this.#published.release().catch(() => {});
  }

  /** If the disk is full or read-only, each process works on its own. */
  async #written<Result>(write: () => Promise<Result>): Promise<Result | undefined> {
    if (this.cacheProblem !== "") return undefined;
    try {
      return await write();
    } catch (error) {
      this.cacheProblem = error instanceof Error ? error.message : String(error);
      await this.#release();
      return undefined;
    }
  }
}
