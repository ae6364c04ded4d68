/**
 * The declarations of the workspace by name: kept fresh by a sweep before each answer, built by one process for all, on one worker
 * thread, so that nothing here holds up the main thread.
 */
import type { IndexBuild, Progress, SharedIndex, Sweep, WorkerContext } from "../../../core/host/plugin-api.ts";
import { FORMAT, Segment } from "./index-part.ts";
import parseBatch, { type Batch } from "./parse-batch.ts";
import { type SourceFiles, SWEPT, sourceFiles } from "./source-files.ts";

/** Sources of one batch: enough to be worth a message, little enough to lose. */
const BATCH_BYTES = 512 * 1024;
/** Up to this much is parsed here: another thread would have to come up first. */
const PARSE_HERE_BYTES = 512 * 1024;
/** A thread more is worth loading the grammars once more for so many bytes. */
const BYTES_OF_THREAD = 8 * 1024 * 1024;
const MOST_THREADS = 4;
/** Publish a part once so many bytes were parsed. */
const PUBLISH_BYTES = 4 * 1024 * 1024;
const WAIT_MS = 50;
/** With more parts than this all are read and written anew. */
const MOST_PARTS = 40;

interface Place {
  segment: Segment;
  file: number;
}

export class CodeIndex {
  readonly #context: WorkerContext;
  readonly #shared: SharedIndex;
  #swept: Sweep | undefined;
  #files: SourceFiles = { paths: [], sizes: [], mtimesMs: [], large: [], generated: [], manifests: [] };
  /** Keyed by the name of the part. */
  #segments = new Map<string, Segment>();
  /** Parts that the disk did not take. */
  #own: Segment[] = [];
  #places = new Map<string, Place>();
  /** The paths of files that are read from a part, by their number in it. */
  #current = new Map<Segment, string[]>();

  constructor(context: WorkerContext) {
    this.#context = context;
    this.#shared = context.sharedIndex(`declarations-${FORMAT}`);
  }

  /** Another object whenever a file changed. */
  get generation(): object | undefined {
    return this.#swept;
  }

  get files(): SourceFiles {
    return this.#files;
  }

  /** Every file with its part, in the order of paths. */
  get places(): ReadonlyMap<string, Place> {
    return this.#places;
  }

  /** Files whose text has a word, in the order of paths. */
  filesWith(word: string): string[] {
    const found: string[] = [];
    for (const [segment, paths] of this.#current) {
      for (const file of segment.filesWith(segment.find(word))) {
        const path = paths[file];
        if (path !== undefined) found.push(path);
      }
    }
    return found.sort();
  }

  /** Looks at each file's size and time, and reads those that changed. */
  async refresh(progress: (progress: Progress) => void): Promise<void> {
    const swept = await this.#context.files.sweep(SWEPT);
    // The same object means that nothing changed since.
    if (swept === this.#swept) return;
    this.#files = sourceFiles(swept);
    let pending = await this.#load();
    while (pending.length > 0) {
      const build = await this.#shared.build().catch(() => undefined);
      const builder = build ? undefined : await this.#shared.builder();
      if (build || !builder) await this.#build(pending, build, progress);
      else {
        progress({
          done: builder.done,
          total: builder.total,
          message: "another session is reading declarations",
        });
        await this.#context.clock.sleep(WAIT_MS);
      }
      const left = await this.#load();
      // A file that changes while it is read is answered for as it was.
      if (left.length >= pending.length && (build || !builder)) break;
      pending = left;
    }
    this.#swept = swept;
  }

  /** Opens published parts; returns the files that changed since, or that no part holds. */
  async #load(): Promise<Batch["files"]> {
    const { parts } = await this.#shared.current();
    const segments = new Map<string, Segment>();
    for (const { name, bytes } of parts) {
      const segment = this.#segments.get(name) ?? Segment.open(bytes);
      if (segment) segments.set(name, segment);
    }
    this.#segments = segments;
    const known = new Map<string, Place>();
    for (const segment of [...segments.values(), ...this.#own])
      for (let file = 0; file < segment.files; file++) known.set(segment.file(file).path, { segment, file });
    const { paths, sizes, mtimesMs } = this.#files;
    this.#places = new Map();
    this.#current = new Map();
    return paths.flatMap((path, at) => {
      const place = known.get(path);
      if (place) this.#put(path, place);
      const file = place?.segment.file(place.file);
      const [size = 0, mtimeMs = 0] = [sizes[at], mtimesMs[at]];
      return file && file.size === size && file.mtimeMs === mtimeMs ? [] : [{ path, size, mtimeMs }];
    });
  }

  #put(path: string, place: Place): void {
    this.#places.set(path, place);
    const paths = this.#current.get(place.segment) ?? [];
    paths[place.file] = path;
    this.#current.set(place.segment, paths);
  }

  async #build(
    pending: Batch["files"],
    build: IndexBuild | undefined,
    progress: (progress: Progress) => void,
  ): Promise<void> {
    try {
      // Another process may have published between the look and the lease.
      const wanted = build ? await this.#load() : pending;
      const isCompacted = this.#segments.size > MOST_PARTS;
      const { paths, sizes, mtimesMs } = this.#files;
      const all = paths.map((path, at) => ({ path, size: sizes[at] ?? 0, mtimeMs: mtimesMs[at] ?? 0 }));
      await this.#parse(isCompacted ? all : wanted, build, isCompacted, progress);
    } finally {
      await build?.release();
    }
  }

  async #parse(
    files: Batch["files"],
    build: IndexBuild | undefined,
    isCompacted: boolean,
    progress: (progress: Progress) => void,
  ): Promise<void> {
    const batches = batchesOf(files);
    const allBytes = files.reduce((sum, { size }) => sum + size, 0);
    const isSmall = allBytes <= PARSE_HERE_BYTES;
    const threads = Math.min(MOST_THREADS, 1 + Math.floor(allBytes / BYTES_OF_THREAD));
    let keep = isCompacted ? [] : [...this.#segments.keys()];
    let ready: Uint8Array[] = [];
    let bytes = 0;
    let done = 0;
    const publish = async () => {
      if (ready.length === 0) return;
      const parts = ready;
      ready = [];
      bytes = 0;
      try {
        const published = await build?.publish(parts, keep);
        keep = published?.parts.map(({ name }) => name) ?? keep;
        if (!published) this.#own.push(...opened(parts));
      } catch {
        // Parts that the disk does not take still answer, in this process.
        this.#own.push(...opened(parts));
      }
    };
    let next = 0;
    const work = async () => {
      for (let at = next++; at < batches.length; at = next++) {
        const batch = batches[at];
        if (!batch) break;
        const part = isSmall
          ? await parseBatch(batch, this.#context)
          : await this.#context.worker<Uint8Array>("parse", batch);
        ready.push(part);
        bytes += batch.files.reduce((sum, { size }) => sum + size, 0);
        done += batch.files.length;
        progress({ done, total: files.length, message: "reading declarations" });
        await build?.progress(done, files.length);
        if (bytes >= PUBLISH_BYTES) await publish();
      }
    };
    await Promise.all(Array.from({ length: isSmall ? 1 : threads }, work));
    await publish();
  }
}

function batchesOf(files: Batch["files"]): Batch[] {
  const batches: Batch[] = [];
  let batch: Batch = { files: [] };
  let bytes = 0;
  for (const file of files) {
    batch.files.push(file);
    bytes += file.size;
    if (bytes < BATCH_BYTES) continue;
    batches.push(batch);
    batch = { files: [] };
    bytes = 0;
  }
  if (batch.files.length > 0) batches.push(batch);
  return batches;
}

function opened(parts: readonly Uint8Array[]): Segment[] {
  return parts.flatMap((bytes) => Segment.open(bytes) ?? []);
}
