/** Tests of kept answers: pages of one, and what is thrown away when. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { TimeSlice } from "../contract/time-slice.ts";
import type { AnswerRow } from "../rows/row.ts";
import { SavedAnswers, type SavedHead } from "./saved-answers.ts";

const SOURCES = [{ at: "/rows" }];
const answer = { files: [], sources: SOURCES, slice: new TimeSlice() };

function head(of: number): SavedHead {
  return { plugin: "p", tool: "t", title: "T", hash: "h", at: 0, of, rest: {} };
}

async function* text(): AsyncGenerator<string> {
  yield "text\n";
}

async function keepRows(kept: SavedAnswers, count: number): Promise<string> {
  const rows = Array.from({ length: count }, (_, row): AnswerRow => ({ source: SOURCES[0]!, value: row }));
  const cursors = rows.map((_, row) => `c${row}`);
  const id = await kept.save({ ...answer, head: head(count), cursors, rows, text, isTextAwaited: true });
  return id!;
}

test("an answer does not wait for its text, and who reads it does", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-kept-"));
  try {
    const kept = new SavedAnswers(folder);
    const rows: AnswerRow[] = [{ source: SOURCES[0]!, value: 1 }];
    const given = Promise.withResolvers<string>();
    async function* late(): AsyncGenerator<string> {
      yield await given.promise;
    }
    const one = { ...answer, head: head(1), cursors: undefined, rows, isTextAwaited: false };
    const id = (await kept.save({ ...one, text: late }))!;
    assert.equal((await kept.page(id, SOURCES, 0, 1))!.parts.rows.length, 1);
    assert.equal(kept.textFile(id), undefined);
    // Another process sees that it is being written.
    const elsewhere = new SavedAnswers(folder);
    const read = elsewhere.written(id).then(() => readFileSync(elsewhere.textFile(id)!.path, "utf8"));
    setTimeout(() => given.resolve("text\n"), 30);
    assert.equal(await read, "text\n");
    await kept.settled();
    // A text that fails takes nothing of the rows; one whose writer died is not waited for.
    async function* broken(): AsyncGenerator<string> {
      yield "a";
      throw new Error("gone");
    }
    const second = (await kept.save({ ...one, text: broken }))!;
    await kept.settled();
    assert.equal(kept.textFile(second), undefined);
    assert.equal((await kept.page(second, SOURCES, 0, 1))!.parts.rows.length, 1);
    const left = join(folder, `.${second}.txt.tmp`);
    writeFileSync(left, "half");
    utimesSync(left, 1, 1);
    await kept.written(second);
    assert.equal(await kept.save({ ...one, text: broken, isTextAwaited: true }), undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("pages of one answer and of another in between have their own rows and cursors", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-kept-"));
  try {
    const kept = new SavedAnswers(folder);
    const [long, short] = [await keepRows(kept, 300), await keepRows(kept, 3)];
    for (const [id, from, rows] of [
      [long, 0, 2],
      [long, 298, 2],
      [short, 1, 2],
      [long, 1, 3],
      [long, 0, 3],
    ] as const) {
      const page = await kept.page(id, SOURCES, from, rows);
      const wanted = Array.from({ length: rows }, (_, at) => from + at);
      assert.deepEqual(
        page!.parts.rows.map(({ value }) => value),
        wanted,
      );
      assert.deepEqual(
        page!.cursors,
        wanted.map((row) => `c${row}`),
      );
    }
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    assert.equal(await kept.page(long, SOURCES, 0, 1), undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("answers that are too old are gone with the first one kept, and from time to time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-kept-"));
  try {
    const old = await keepRows(new SavedAnswers(folder), 1);
    const age = () => {
      for (const ending of ["rows", "txt"]) utimesSync(join(folder, `${old}.${ending}`), 1, 1);
    };
    age();
    const kept = new SavedAnswers(folder);
    await keepRows(kept, 1);
    await kept.settled();
    assert.equal(
      readdirSync(folder).some((name) => name.startsWith(old)),
      false,
    );
    const next = await keepRows(kept, 1);
    for (const ending of ["rows", "txt"]) utimesSync(join(folder, `${next}.${ending}`), 1, 1);
    for (let at = 0; at < 200; at++) await keepRows(kept, 1);
    await kept.settled();
    assert.equal(
      readdirSync(folder).some((name) => name.startsWith(next)),
      false,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
