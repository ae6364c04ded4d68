/**
 * An index that consists of parts, each for some files. One process builds it for all, on worker threads, and stores it
 * on disk. A part is valid for a file as long as the file has the size and modification time with which it was read.
 */
import type { IndexBuild, Progress, SharedIndex, WorkerContext } from "../../../core/host/plugin-api.ts";

/** The size of the source files in a batch. It is large enough to be worth a message and small enough to be lost. */
const BATCH_BYTES = 2 * 1024 * 1024;
/** Up to this size, files are parsed on this thread, because another thread would have to start first. */
const PARSE_HERE_BYTES = 512 * 1024;
/**
 * For each additional amount of this size, another thread is started, although it has to load the grammars once more.
 */
const BYTES_OF_THREAD = 16 * 1024 * 1024;
const MAX_THREADS = 4;
/** A part is published when this many bytes have been parsed. */
const PUBLISH_BYTES = 4 * 1024 * 1024;
const WAIT_MS = 50;
/** If there are more parts than this, all files are read and written again. */
const MAX_PARTS = 40;

export interface Batch {
  files: { path: string; size: number; mtimeMs: number }[];
  /** True if the trees of the files should be returned too, so that each file is parsed only once. */
  hasTrees?: boolean;
}

export interface BatchParts {
  part: Uint8Array;
  /** A part of the index of trees. */
  trees?: Uint8Array;
}

/** The files to read, which are referred to by their index. */
export interface Listed {
  paths: string[];
  sizes: number[];
  mtimesMs: number[];
}

export interface TreeTaker {
  add(parts: Uint8Array[]): Promise<void>;
}

export interface Part {
  readonly files: number;
  file(index: number): { path: string; size: number; mtimeMs: number };
}

export interface Place<Segment> {
  segment: Segment;
  file: number;
}

export interface PartKind<Segment> {
  /** This string identifies the index and its format. */
  key: string;
  /** The worker that reads a batch of files. */
  worker: string;
  /** Does the same on this thread. */
  read(batch: Batch, context: WorkerContext): Promise<BatchParts>;
  /** Returns undefined if the bytes have another format. */
  open(bytes: Uint8Array): Segment | undefined;
  /** A word for the content that messages use. */
  content: string;
}

export class PartIndex<Segment extends Part> {
  readonly #context: WorkerContext;
  readonly #kind: PartKind<Segment>;
  readonly #shared: SharedIndex;
  #files: Listed = { paths: [], sizes: [], mtimesMs: [] };
  /** The parts are keyed by their name. */
  #segments = new Map<string, Segment>();
  /** These parts could not be written to disk. */
  #own: Segment[] = [];
  #places = new Map<string, Place<Segment>>();
  #trees: TreeTaker | undefined;
  /** This is true if the next parts replace all others. */
  #isReplaced = false;
  /** The paths of the files that are read from each part, by their index in it. */
  #current = new Map<Segment, string[]>();

  constructor(context: WorkerContext, kind: PartKind<Segment>) {
    this.#context = context;
    this.#kind = kind;
    this.#shared = context.sharedIndex(kind.key);
  }

  /** Contains every file with its part, in path order. */
  get places(): ReadonlyMap<string, Place<Segment>> {
    return this.#places;
  }

  /** The parts with the paths of their files by index. Files that have changed are left out. */
  get current(): ReadonlyMap<Segment, readonly (string | undefined)[]> {
    return this.#current;
  }

  /** Reads the files that have changed. `trees` receives the trees of these files. */
  async refresh(files: Listed, progress: (progress: Progress) => void, trees?: TreeTaker): Promise<void> {
    this.#files = files;
    this.#trees = trees;
    let pending = await this.#load();
    while (pending.length > 0) {
      const build = await this.#shared.build().catch(() => undefined);
      const builder = build ? undefined : await this.#shared.builder();
      if (build || !builder) await this.#build(pending, build, progress);
      else {
        progress({
          done: builder.done,
          total: builder.total,
          message: `another session is reading ${this.#kind.content}`,
        });
        await this.#context.clock.sleep(WAIT_MS);
      }
      const left = await this.#load();
      // For a file that changes while it is being read, the answer uses the earlier version.
      if (left.length >= pending.length && (build || !builder)) break;
      pending = left;
    }
  }

  /**
   * Opens the parts that contain these files. Returns the files that have changed, which `add` may provide. If there
   * are too many parts, all files are returned.
   */
  async look(files: Listed): Promise<Batch["files"]> {
    this.#files = files;
    const changed = await this.#load();
    this.#isReplaced = this.#segments.size > MAX_PARTS;
    return this.#isReplaced ? listOf(files) : changed;
  }

  /** Adds parts that another index has created. */
  async add(parts: Uint8Array[]): Promise<void> {
    const build = await this.#shared.build().catch(() => undefined);
    try {
      const { parts: published } = await this.#shared.current();
      await this.#publish(parts, build, this.#isReplaced ? [] : published.map(({ name }) => name));
      this.#isReplaced = false;
    } finally {
      await build?.release();
    }
  }

  /**
   * Publishes parts. If a part cannot be written to disk, this process still uses it. Returns the names of all parts on
   * disk.
   */
  async #publish(parts: Uint8Array[], build: IndexBuild | undefined, keep: string[]): Promise<string[]> {
    const published = await build?.publish(parts, keep).catch(() => undefined);
    if (!published) this.#own.push(...parts.flatMap((bytes) => this.#kind.open(bytes) ?? []));
    return published?.parts.map(({ name }) => name) ?? keep;
  }

  /** Opens the published parts. Returns the files that have changed since or are in no part. */
  async #load(): Promise<Batch["files"]> {
    const { parts } = await this.#shared.current();
    const segments = new Map<string, Segment>();
    for (const { name, bytes } of parts) {
      const segment = this.#segments.get(name) ?? this.#kind.open(bytes);
      if (segment) segments.set(name, segment);
    }
    this.#segments = segments;
    const known = new Map<string, Place<Segment>>();
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

  #put(path: string, place: Place<Segment>): void {
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
      // Another process may have published parts before this one got the lease.
      const wanted = build ? await this.#load() : pending;
      const isCompacted = this.#segments.size > MAX_PARTS;
      await this.#parse(isCompacted ? listOf(this.#files) : wanted, build, isCompacted, progress);
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
    const threads = Math.min(MAX_THREADS, 1 + Math.floor(allBytes / BYTES_OF_THREAD));
    let keep = isCompacted ? [] : [...this.#segments.keys()];
    let ready: BatchParts[] = [];
    let bytes = 0;
    let done = 0;
    const publish = async () => {
      if (ready.length === 0) return;
      const done = ready;
      ready = [];
      bytes = 0;
      const parts = done.map(({ part }) => part);
      keep = await this.#publish(parts, build, keep);
      await this.#trees?.add(done.flatMap(({ trees }) => trees ?? []));
    };
    let next = 0;
    const work = async () => {
      for (let at = next++; at < batches.length; at = next++) {
        const batch = batches[at];
        if (!batch) break;
        if (this.#trees) batch.hasTrees = true;
        const part = isSmall
          ? await this.#kind.read(batch, this.#context)
          : await this.#context.worker<BatchParts>(this.#kind.worker, batch);
        ready.push(part);
        bytes += batch.files.reduce((sum, { size }) => sum + size, 0);
        done += batch.files.length;
        progress({ done, total: files.length, message: `reading ${this.#kind.content}` });
        await build?.progress(done, files.length);
        if (bytes >= PUBLISH_BYTES) await publish();
      }
    };
    await Promise.all(Array.from({ length: isSmall ? 1 : threads }, work));
    await publish();
  }
}

function listOf({ paths, sizes, mtimesMs }: Listed): Batch["files"] {
  return paths.map((path, at) => ({ path, size: sizes[at] ?? 0, mtimeMs: mtimesMs[at] ?? 0 }));
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
