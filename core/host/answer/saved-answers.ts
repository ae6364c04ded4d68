/**
 * Answers kept for whoever wants the rest: as rows to page through, and as text that every reading tool accepts as `answer:<id>`.
 * 0600, 64 MB each, 7 days, 1 GB in all; each belongs to a set of roots and to the plugin that made it.
 */

import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import type { AnswerRow, SplitAnswer } from "../rows/row.ts";
import { jsonPieces } from "./json-format.ts";
import { type Line, lineStarts, SavedRows } from "./saved-rows.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;
const MAX_AGE_MS = 7 * 24 * 3600 * 1000;
const ID = /^[0-9a-z]{12}$/;
/** Encoded and written at once: a ping waits for it. */
const BUFFERED = 32 * 1024;
/** After so many answers, or so much of them, those that are too old are looked for: there may be thousands of files. */
const LOOK_AFTER = 200;
const LOOK_AFTER_BYTES = 64 * 1024 * 1024;
/** Of an answer that is paged through, held in memory: more is read anew for every page. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

/** A text grows while it is written: one that did not for so long has no writer any more. */
const STALE_MS = 5000;
const LOOK_AGAIN_MS = 10;

/** A file that an answer speaks of, as it was then. */
export type FileStamp = [path: string, size: number, mtimeMs: number, ctimeMs: number, shown: string];

/** What is kept beside the rows. */
export type SavedHead = {
  plugin: string;
  tool: string;
  title: string;
  /** Of the request, without what only shapes a page. */
  hash: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** How many rows there are. */
  of: number;
  rest: Json;
  /** What the tool itself said of going on behind the last row. */
  next?: JsonObject;
  /** Files that the tool itself said had changed. */
  changed?: string[];
};

interface KeptBeside {
  head: SavedHead;
  files: readonly FileStamp[];
  /** Of each row. */
  cursors: readonly string[] | undefined;
}

export interface SavedPage {
  head: SavedHead;
  files: FileStamp[];
  parts: SplitAnswer;
  cursors?: string[];
}

export interface SavedAnswer {
  id: string;
  plugin: string;
  title: string;
  size: number;
  mtimeMs: number;
}

export class SavedAnswers {
  readonly folder: string;
  /** Answers and bytes written since the folder was looked through; undefined before the first. */
  private since: { answers: number; bytes: number } | undefined;
  /** What no answer waits for: texts being written, files being looked through. */
  private readonly working = new Set<Promise<void>>();
  /** The answer that a page was read of last. */
  private paged: { id: string; rows: SavedRows } | undefined;

  /** `folder` is that of one set of roots. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Keeps rows, and the answer as text. undefined where that cannot be: a full disk, more than 64 MB. `whole`: the text is there
   * as well; else it is begun, and whoever reads it waits.
   */
  async keep(
    beside: KeptBeside,
    output: Output<unknown>,
    { rows }: SplitAnswer,
    text: (turns: TimeSlice) => AsyncIterable<string>,
    { turns, whole }: { turns: TimeSlice; whole: boolean },
  ): Promise<string | undefined> {
    const id = newId();
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      await this.write(id, "rows", rowLines(beside, output, rows), turns);
      if (whole) await this.write(id, "txt", text(turns), turns);
      else this.writeOn(id, text);
      this.dropOldInTime();
      return id;
    } catch {
      this.drop(id);
      return undefined;
    }
  }

  private writeOn(id: string, text: (turns: TimeSlice) => AsyncIterable<string>): void {
    const turns = new TimeSlice();
    const written = this.write(id, "txt", text(turns), turns);
    this.behind(written.catch(() => rmSync(join(this.folder, `.${id}.txt.tmp`), { force: true })));
  }

  private behind(work: Promise<void>): void {
    const done = work.finally(() => this.working.delete(done));
    this.working.add(done);
  }

  /** Once all is done that answers did not wait for, or the time is up. */
  async settled(withinMs?: number): Promise<void> {
    const done = Promise.all(this.working);
    await (withinMs === undefined ? done : Promise.race([done, sleep(withinMs, undefined, { ref: false })]));
  }

  /** Once the text of an answer is whole, whoever writes it: this process or another. */
  async written(id: string): Promise<void> {
    if (!ID.test(id)) return;
    const beside = join(this.folder, `.${id}.txt.tmp`);
    const growing = () => {
      const stat = statSync(beside, { throwIfNoEntry: false });
      return stat !== undefined && Date.now() - stat.mtimeMs < STALE_MS;
    };
    while (growing()) await sleep(LOOK_AGAIN_MS);
  }

  /** Rows from `offset` on; undefined where the answer is gone. */
  async page(id: string, output: Output<unknown>, offset: number, limit: number): Promise<SavedPage | undefined> {
    if (!ID.test(id)) return undefined;
    const rows = await this.rows(id, output);
    if (!rows) return undefined;
    const turns = new TimeSlice();
    const head = rows.at(0) as SavedHead;
    const units: AnswerRow[] = [];
    const cursors: string[] = [];
    for (let index = offset; index < Math.min(head.of, offset + limit); index++) {
      units.push(rows.unit(index));
      const cursor = rows.cursors.get(index);
      if (cursor !== undefined) cursors.push(cursor);
      const pause = turns.step();
      if (pause) await pause;
    }
    const files = rows.at(1) as FileStamp[];
    const page: SavedPage = { head, files, parts: { envelope: head.rest, rows: units } };
    if (cursors.length === units.length && units.length > 0) page.cursors = cursors;
    return page;
  }

  /** What is written never changes: of the answer that is being paged through nothing is read twice. */
  private async rows(id: string, output: Output<unknown>): Promise<SavedRows | undefined> {
    const path = join(this.folder, `${id}.rows`);
    const { paged } = this;
    if (paged?.id === id && paged.rows.sources === output.rows && statSync(path, { throwIfNoEntry: false }))
      return paged.rows;
    const data = await readFile(path).catch(() => undefined);
    if (!data) return undefined;
    const rows = new SavedRows(data, await lineStarts(data, new TimeSlice()), output.rows);
    this.paged = data.length <= MAX_HELD_BYTES ? { id, rows } : undefined;
    return rows;
  }

  /** The file with the text of an answer, and whose it is. */
  textFile(id: string): { path: string; plugin: string } | undefined {
    if (!ID.test(id)) return undefined;
    const path = join(this.folder, `${id}.txt`);
    const head = this.headOf(id);
    return head && statSync(path, { throwIfNoEntry: false })?.isFile() ? { path, plugin: head.plugin } : undefined;
  }

  /** The latest first. */
  async list(most: number): Promise<SavedAnswer[]> {
    await this.settled();
    const files = (await this.files()).filter(({ name }) => name.endsWith(".txt"));
    return files.slice(0, most).flatMap(({ name, size, mtimeMs }) => {
      const id = name.slice(0, -4);
      const head = this.headOf(id);
      return head ? [{ id, plugin: head.plugin, title: head.title, size, mtimeMs }] : [];
    });
  }

  private headOf(id: string): SavedHead | undefined {
    try {
      return JSON.parse(firstLine(join(this.folder, `${id}.rows`))) as SavedHead;
    } catch {
      return undefined;
    }
  }

  private async write(
    id: string,
    ending: string,
    lines: Iterable<string> | AsyncIterable<string>,
    turns: TimeSlice,
  ): Promise<void> {
    const beside = join(this.folder, `.${id}.${ending}.tmp`);
    const file = openSync(beside, "wx", 0o600);
    try {
      let bytes = 0;
      let held = "";
      const flush = () => {
        const data = Buffer.from(held);
        held = "";
        bytes += data.length;
        if (this.since) this.since.bytes += data.length;
        if (bytes > MAX_BYTES) throw new RangeError("over the limit");
        for (let at = 0; at < data.length; ) at += writeSync(file, data, at);
      };
      for await (const line of lines) {
        held += line;
        const full = held.length > BUFFERED;
        if (full) flush();
        const pause = full ? turns.check() : turns.step();
        if (pause) await pause;
      }
      flush();
    } finally {
      closeSync(file);
    }
    renameSync(beside, join(this.folder, `${id}.${ending}`));
  }

  private drop(id: string): void {
    for (const name of [`${id}.rows`, `${id}.txt`, `.${id}.rows.tmp`, `.${id}.txt.tmp`]) {
      rmSync(join(this.folder, name), { force: true });
    }
  }

  private async files(): Promise<{ name: string; size: number; mtimeMs: number }[]> {
    const files: { name: string; size: number; mtimeMs: number }[] = [];
    const turns = new TimeSlice();
    for (const name of await readdir(this.folder).catch(() => [])) {
      const stat = statSync(join(this.folder, name), { throwIfNoEntry: false });
      if (stat?.isFile()) files.push({ name, size: stat.size, mtimeMs: stat.mtimeMs });
      await turns.check();
    }
    return files.sort((a, b) => b.mtimeMs - a.mtimeMs);
  }

  /** Who pages through thousands of rows a few at a time keeps as many answers. */
  private dropOldInTime(): void {
    if (this.since && ++this.since.answers < LOOK_AFTER && this.since.bytes < LOOK_AFTER_BYTES) return;
    this.since = { answers: 0, bytes: 0 };
    this.behind(this.dropOld(Date.now()));
  }

  /** To remove a file of megabytes takes milliseconds: not on this thread. */
  private async dropOld(now: number): Promise<void> {
    let total = 0;
    for (const { name, size, mtimeMs } of await this.files()) {
      total += size;
      if (total > MAX_TOTAL_BYTES || now - mtimeMs > MAX_AGE_MS)
        await rm(join(this.folder, name), { force: true }).catch(() => {});
    }
  }
}

function* rowLines(
  { head, files, cursors }: KeptBeside,
  output: Output<unknown>,
  units: readonly AnswerRow[],
): Generator<string> {
  const sources = output.rows ?? [];
  for (const part of [head, [...files]]) {
    yield* jsonPieces(part);
    yield "\n";
  }
  const numbers = new Map<AnswerRow, number>();
  const groups = new Map<string, number>();
  for (const [index, unit] of units.entries()) {
    if (unit.depth !== undefined) numbers.set(unit, index);
    const s = sources.indexOf(unit.source);
    const line: Line = { s, r: unit.value };
    if (unit.key !== undefined) line.k = unit.key;
    if (unit.group !== undefined) {
      const name = `${s} ${unit.key}`;
      const known = groups.get(name);
      if (known === undefined) {
        groups.set(name, index);
        line.g = unit.group;
      } else line.gl = known;
    }
    if (unit.emptyGroup) line.b = 1;
    if (unit.parent) line.p = numbers.get(unit.parent)!;
    if (unit.depth !== undefined) line.d = unit.depth;
    if (unit.headLines !== undefined) line.h = unit.headLines;
    if (unit.keyed) line.e = unit.keyed.map((entry) => entry ?? null);
    if (cursors?.[index] !== undefined) line.c = cursors[index];
    if (unit.entry !== undefined) line.t = unit.entry;
    if (unit.remaining) line.n = unit.remaining;
    yield* jsonPieces(line);
    yield "\n";
  }
}

/** Twelve of 36 signs: models copy them, and nobody guesses one. */
function newId(): string {
  return BigInt(`0x${randomBytes(10).toString("hex")}`)
    .toString(36)
    .padStart(16, "0")
    .slice(-12);
}

function firstLine(path: string): string {
  const file = openSync(path, "r");
  try {
    const parts: Buffer[] = [];
    for (;;) {
      const part = Buffer.alloc(16 * 1024);
      const read = readSync(file, part, 0, part.length, null);
      const end = part.subarray(0, read).indexOf(10);
      parts.push(part.subarray(0, end < 0 ? read : end));
      if (end >= 0 || read === 0) return Buffer.concat(parts).toString();
    }
  } finally {
    closeSync(file);
  }
}
