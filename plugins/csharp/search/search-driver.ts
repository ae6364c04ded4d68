/**
 * Runs the search threads. It splits the files into batches, enforces the time limits per file and per call, and caches results
 * for files that haven't changed.
 */
import { type ServiceContext, TimeSlice } from "../../../core/host/plugin-api.ts";
import type { SearchSpec } from "./matcher.ts";
import type { MatchJob, MatchMessage } from "./search-worker.ts";

const FILE_LIMIT_MS = 500;
const CALL_LIMIT_MS = 10_000;
const CHECK_MS = 50;
const BATCH_BYTES = 1024 * 1024;
const THREADS = 2;
/** The number of searches that we cache for later pages. */
const CACHED_SEARCHES = 8;
const MAX_CACHED_LINES = 2_000_000;

export interface ScanFile {
  path: string;
  display: string;
  size: number;
  mtimeMs: number;
}

interface Known {
  display: string;
  size: number;
  mtimeMs: number;
  lines: number[];
  timedOut: boolean;
}

export interface ScanResult {
  /** The files with matches, in the order in which they were given. */
  matched: { file: ScanFile; display: string; lines: number[] }[];
  /** The files on which the search took too long. */
  timedOut: ScanFile[];
  /** The number of files that we did not get to before the time ran out. */
  unsearched: number;
  /** The files that changed since an earlier page of this search. */
  changed: string[];
}

export class SearchDriver {
  readonly #context: ServiceContext;
  readonly #cached = new Map<string, Map<string, Known>>();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /** Searches the files. @param key identifies the search. Files with the same size and modification time are not read twice. */
  async scan(key: string, spec: SearchSpec, files: ScanFile[], signal: AbortSignal): Promise<ScanResult> {
    const known = this.#cached.get(key) ?? new Map<string, Known>();
    const isFirst = !this.#cached.has(key);
    const fresh: ScanFile[] = [];
    const changed: string[] = [];
    const slice = new TimeSlice({ clock: this.#context.clock, signal });
    const look = (file: ScanFile): void => {
      const before = known.get(file.path);
      if (before && before.size === file.size && before.mtimeMs === file.mtimeMs) return;
      if (before || !isFirst) changed.push(file.display);
      known.delete(file.path);
      fresh.push(file);
    };
    for (const file of files) {
      look(file);
      const pause = slice.step();
      if (pause) await pause;
    }
    // These matched on an earlier page, but have been deleted or do not match anymore.
    const present = new Set(files.map((file) => file.path));
    await slice.check();
    for (const [path, { display, lines }] of known) {
      if (present.has(path)) continue;
      if (lines.length > 0) changed.push(display);
      known.delete(path);
    }
    await slice.check();
    const unsearched = await this.#search(spec, fresh, known, signal);
    if (unsearched === 0) this.#keep(key, known);
    const result: ScanResult = { matched: [], timedOut: [], unsearched, changed };
    const take = (file: ScanFile): void => {
      const lines = known.get(file.path);
      if (lines?.timedOut) result.timedOut.push(file);
      if (lines && lines.lines.length > 0) result.matched.push({ file, display: file.display, lines: lines.lines });
    };
    for (const file of files) {
      take(file);
      const pause = slice.step();
      if (pause) await pause;
    }
    await slice.check();
    return result;
  }

  #keep(key: string, known: Map<string, Known>): void {
    this.#cached.delete(key);
    this.#cached.set(key, known);
    let lines = 0;
    for (const [older, each] of [...this.#cached].reverse()) {
      for (const file of each.values()) lines += file.lines.length + 4;
      if (lines > MAX_CACHED_LINES || [...this.#cached.keys()].indexOf(older) < this.#cached.size - CACHED_SEARCHES)
        this.#cached.delete(older);
    }
  }

  /** Returns the number of files that we did not get to. */
  async #search(spec: SearchSpec, files: ScanFile[], known: Map<string, Known>, signal: AbortSignal): Promise<number> {
    const deadline = this.#context.clock.monotonic() + CALL_LIMIT_MS;
    const batches = inBatches(files);
    const worker = async (): Promise<void> => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        let rest = batch;
        while (rest.length > 0) {
          signal.throwIfAborted();
          if (this.#context.clock.monotonic() > deadline) {
            batches.unshift(rest);
            return;
          }
          rest = await this.#batch(spec, rest, known, deadline, signal);
        }
      }
    };
    await Promise.all(Array.from({ length: THREADS }, worker));
    return batches.reduce((sum, batch) => sum + batch.length, 0);
  }

  /** Searches a batch of files on one thread. If we had to stop that thread, this returns the rest of the batch. */
  async #batch(
    spec: SearchSpec,
    batch: ScanFile[],
    known: Map<string, Known>,
    deadline: number,
    signal: AbortSignal,
  ): Promise<ScanFile[]> {
    const { clock } = this.#context;
    const stop = new AbortController();
    let begun = -1;
    let since = 0;
    const watch = setInterval(() => {
      const now = clock.monotonic();
      if (signal.aborted || (begun >= 0 && (now - since > FILE_LIMIT_MS || now > deadline))) stop.abort();
    }, CHECK_MS);
    const job: MatchJob = { job: "match", spec, paths: batch.map((file) => file.path) };
    const done = (index: number, lines: number[], timedOut = false): void => {
      const { path, display, size, mtimeMs } = batch[index]!;
      known.set(path, { display, size, mtimeMs, lines, timedOut });
    };
    try {
      await this.#context.worker("search", job, {
        signal: stop.signal,
        onMessage: (message) => {
          const news = message as MatchMessage;
          if ("lines" in news) done(news.index, news.lines ?? [], news.lines === undefined);
          else {
            if (begun >= 0 && !known.has(batch[begun]?.path ?? "")) done(begun, []);
            begun = news.begun;
            since = clock.monotonic();
            known.delete(batch[begun]?.path ?? "");
          }
        },
      });
      for (const [index, file] of batch.entries()) if (!known.has(file.path)) done(index, []);
      return [];
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      signal.throwIfAborted();
      if (begun < 0) return batch;
      if (clock.monotonic() <= deadline || clock.monotonic() - since > FILE_LIMIT_MS) done(begun, [], true);
      return batch.slice(begun + 1);
    } finally {
      clearInterval(watch);
    }
  }
}

function inBatches(files: ScanFile[]): ScanFile[][] {
  const batches: ScanFile[][] = [];
  let batch: ScanFile[] = [];
  let bytes = 0;
  for (const file of files) {
    batch.push(file);
    bytes += file.size;
    if (bytes < BATCH_BYTES) continue;
    batches.push(batch);
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
