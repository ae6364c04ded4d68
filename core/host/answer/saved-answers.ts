/**
 * Stores answers. Each is saved twice: as rows for paging, and as text that any reading tool accepts as `answer:<id>`. Files
 * have mode 0600. The limits are 64 MB per answer, 256 MB per set of roots and 1 GB in total (see clean-cache.ts), and answers
 * expire after 7 days. An answer belongs to a set of roots and to the plugin that made it.
 */

import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readSync, renameSync, statSync, writeSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { RowSource } from "../contract/output-schema.ts";
import type { SavedAnswer } from "../contract/presented-answer.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import type { AnswerRow, SplitAnswer } from "../rows/row.ts";
import { lineStarts, type RowsToSave, rowLines, SavedRows } from "./saved-rows.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;
const MAX_AGE_MS = 7 * 24 * 3600 * 1000;
const ID = /^[0-9a-z]{12}$/;
/** The number of characters per write. Larger chunks would delay pings. */
const BUFFER_CHARS = 32 * 1024;
/** Cleaning up may require looking at thousands of files, so it is only done after this many answers or bytes. */
const SWEEP_ANSWERS = 200;
const SWEEP_BYTES = 64 * 1024 * 1024;
/** Larger answers aren't kept in memory while paging. They are read from disk for every page. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024;
/** If a text file has not grown for this long, we assume that its writer has ended. */
const STALE_MS = 5000;
const POLL_MS = 10;

/** The state of a file at the time when the answer was made. */
export type FileStamp = [path: string, size: number, mtimeMs: number, ctimeMs: number, shown: string];

/** A saved answer without its rows. This is a format on disk, so it must not change. */
export type SavedHead = {
  plugin: string;
  tool: string;
  title: string;
  hash: string;
  /** The start of the call in milliseconds since 1970. */
  at: number;
  of: number;
  rest: Json;
  /** The tool's own way to continue after the last row. */
  next?: JsonObject | undefined;
  /** The paths that the tool reported as changed. */
  changed?: string[] | undefined;
};

export interface AnswerToSave extends RowsToSave {
  head: SavedHead;
  files: readonly FileStamp[];
  text: (slice: TimeSlice) => AsyncIterable<string>;
  /** If this is set, `save` waits for the text. By default it is written in the background, and readers wait for it. */
  isTextAwaited: boolean;
  slice: TimeSlice;
}

export interface SavedPage {
  head: SavedHead;
  files: FileStamp[];
  parts: SplitAnswer;
  cursors?: string[] | undefined;
}

export class SavedAnswers {
  readonly folder: string;
  /** The amount that was written since the last sweep, or undefined before the first one. */
  private since: { answers: number; bytes: number } | undefined;
  /** Texts that are being written, and the sweep. */
  private readonly background = new Set<Promise<void>>();
  private cached: { id: string; rows: SavedRows } | undefined;

  /** @param folder each set of roots has its own folder */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Returns undefined if the answer is too large, or if the disk is full. */
  async save(answer: AnswerToSave): Promise<string | undefined> {
    const { head, files, text, slice } = answer;
    const id = newId();
    const writeText = (own: TimeSlice) => this.write(`${id}.txt`, text(own), own);
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      await this.write(`${id}.rows`, rowLines([head, [...files]], answer), slice);
      if (answer.isTextAwaited) await writeText(slice);
      else this.runInBackground(writeText(new TimeSlice()).catch(() => this.remove(`.${id}.txt.tmp`)));
      this.sweepSometimes();
      return id;
    } catch {
      await this.remove(`${id}.rows`, `.${id}.rows.tmp`, `.${id}.txt.tmp`);
      return undefined;
    }
  }

  private runInBackground(work: Promise<void>): void {
    const done = work.finally(() => this.background.delete(done));
    this.background.add(done);
  }

  private path(name: string): string {
    return join(this.folder, name);
  }

  /** Waits until the work in the background is done, but not longer than `withinMs`. */
  async settled(withinMs?: number): Promise<void> {
    const done = Promise.all(this.background);
    await (withinMs === undefined ? done : Promise.race([done, sleep(withinMs, undefined, { ref: false })]));
  }

  /** Waits until the text of an answer is complete. It doesn't matter which process writes it. */
  async written(id: string): Promise<void> {
    if (!ID.test(id)) return;
    const growingFile = this.path(`.${id}.txt.tmp`);
    const isGrowing = () => {
      const stat = statSync(growingFile, { throwIfNoEntry: false });
      return stat !== undefined && Date.now() - stat.mtimeMs < STALE_MS;
    };
    while (isGrowing()) await sleep(POLL_MS);
  }

  /** Returns the rows from `offset` on, or undefined if the answer no longer exists. */
  async page(id: string, sources: readonly RowSource[], offset: number, limit: number): Promise<SavedPage | undefined> {
    if (!ID.test(id)) return undefined;
    const saved = await this.rows(id, sources);
    if (!saved) return undefined;
    const slice = new TimeSlice();
    const head = saved.at(0) as SavedHead;
    const rows: AnswerRow[] = [];
    const cursors: string[] = [];
    for (let index = offset; index < Math.min(head.of, offset + limit); index++) {
      rows.push(saved.row(index));
      const cursor = saved.cursors.get(index);
      if (cursor !== undefined) cursors.push(cursor);
      const pause = slice.step();
      if (pause) await pause;
    }
    const hasCursors = cursors.length === rows.length && rows.length > 0;
    const files = saved.at(1) as FileStamp[];
    return { head, files, parts: { envelope: head.rest, rows }, cursors: hasCursors ? cursors : undefined };
  }

  /** The files don't change after they were written, so an answer only has to be read once. */
  private async rows(id: string, sources: readonly RowSource[]): Promise<SavedRows | undefined> {
    const path = this.path(`${id}.rows`);
    const { cached } = this;
    if (cached?.id === id && cached.rows.sources === sources && statSync(path, { throwIfNoEntry: false }))
      return cached.rows;
    const data = await readFile(path).catch(() => undefined);
    if (!data) return undefined;
    const starts = await lineStarts(data, new TimeSlice());
    const rows = new SavedRows(data, starts, sources);
    // The file is incomplete, so the answer can't be used.
    if (starts.length < 3 || starts.length < (rows.at(0) as SavedHead).of + 3) return undefined;
    this.cached = data.length <= MAX_CACHED_BYTES ? { id, rows } : undefined;
    return rows;
  }

  textFile(id: string): { path: string; plugin: string } | undefined {
    if (!ID.test(id)) return undefined;
    const path = this.path(`${id}.txt`);
    const head = this.headOf(id);
    return head && statSync(path, { throwIfNoEntry: false })?.isFile() ? { path, plugin: head.plugin } : undefined;
  }

  /** The latest answer comes first. */
  async list(max: number): Promise<SavedAnswer[]> {
    await this.settled();
    const files = (await this.files()).filter(({ name }) => name.endsWith(".txt"));
    return files.slice(0, max).flatMap(({ name, size, mtimeMs }) => {
      const id = name.slice(0, -4);
      const head = this.headOf(id);
      return head ? [{ id, plugin: head.plugin, title: head.title, size, mtimeMs }] : [];
    });
  }

  private headOf(id: string): SavedHead | undefined {
    try {
      return JSON.parse(firstLine(this.path(`${id}.rows`))) as SavedHead;
    } catch {
      return undefined;
    }
  }

  private async write(name: string, lines: Iterable<string> | AsyncIterable<string>, slice: TimeSlice): Promise<void> {
    const growing = this.path(`.${name}.tmp`);
    const file = openSync(growing, "wx", 0o600);
    let bytes = 0;
    let buffer = "";
    const flush = () => {
      const data = Buffer.from(buffer);
      buffer = "";
      bytes += data.length;
      if (this.since) this.since.bytes += data.length;
      if (bytes > MAX_BYTES) throw new RangeError("over the limit");
      for (let at = 0; at < data.length; ) at += writeSync(file, data, at);
    };
    try {
      const add = (line: string) => {
        buffer += line;
        const isFull = buffer.length > BUFFER_CHARS;
        if (isFull) flush();
        return isFull ? slice.check() : slice.step();
      };
      // Waiting for a line takes longer than writing it.
      if (Symbol.iterator in lines) {
        for (const line of lines) {
          const pause = add(line);
          if (pause) await pause;
        }
      } else {
        for await (const line of lines) {
          const pause = add(line);
          if (pause) await pause;
        }
      }
      flush();
    } finally {
      closeSync(file);
    }
    renameSync(growing, this.path(name));
  }

  private async remove(...names: string[]): Promise<void> {
    for (const name of names) await rm(this.path(name), { force: true }).catch(() => {});
  }

  private async files(): Promise<{ name: string; size: number; mtimeMs: number }[]> {
    const files: { name: string; size: number; mtimeMs: number }[] = [];
    const slice = new TimeSlice();
    for (const name of await readdir(this.folder).catch(() => [])) {
      const stat = statSync(this.path(name), { throwIfNoEntry: false });
      if (stat?.isFile()) files.push({ name, size: stat.size, mtimeMs: stat.mtimeMs });
      await slice.check();
    }
    return files.sort((a, b) => b.mtimeMs - a.mtimeMs);
  }

  /** A client that pages through thousands of rows in small steps saves a lot of answers. */
  private sweepSometimes(): void {
    if (this.since && ++this.since.answers < SWEEP_ANSWERS && this.since.bytes < SWEEP_BYTES) return;
    this.since = { answers: 0, bytes: 0 };
    this.runInBackground(this.sweep(Date.now()));
  }

  /** Removing a file of several megabytes can take milliseconds, so this isn't done on the main thread. */
  private async sweep(now: number): Promise<void> {
    let total = 0;
    for (const { name, size, mtimeMs } of await this.files()) {
      total += size;
      if (total > MAX_TOTAL_BYTES || now - mtimeMs > MAX_AGE_MS)
        await rm(this.path(name), { force: true }).catch(() => {});
    }
  }
}

/**
 * Creates an id of twelve letters and digits. This is short enough for a model to copy, but there are far too many to guess
 * one.
 */
function newId(): string {
  return Array.from(randomBytes(12), (byte) => (byte % 36).toString(36)).join("");
}

function firstLine(path: string): string {
  const file = openSync(path, "r");
  try {
    for (let size = 16 * 1024; ; size *= 4) {
      const data = Buffer.alloc(size);
      const read = readSync(file, data, 0, size, 0);
      const end = data.subarray(0, read).indexOf(10);
      if (end >= 0 || read < size) return data.toString("utf8", 0, end < 0 ? read : end);
    }
  } finally {
    closeSync(file);
  }
}
