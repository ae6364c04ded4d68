/** Saved answers: reading pages, and cleanup. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
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
    // Other processes see that it's being written.
    const elsewhere = new SavedAnswers(folder);
    const read = elsewhere.written(id).then(() => readFileSync(elsewhere.textFile(id)!.path, "utf8"));
    setTimeout(() => given.resolve("text\n"), 30);
    assert.equal(await read, "text\n");
    await kept.settled();
    // If text fails, rows remain. A dead writer isn't waited for.
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

/** Two processes with the same roots. */
function folderOfTwo(): { folder: string; here: SavedAnswers; there: SavedAnswers; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "jig-kept-"));
  const remove = () => rmSync(folder, { recursive: true });
  return { folder, here: new SavedAnswers(folder), there: new SavedAnswers(folder), remove };
}

test("an answer that one process saved, another pages through, reads and lists", async () => {
  const { folder, here, there, remove } = folderOfTwo();
  try {
    const [first, second] = [await keepRows(here, 5), await keepRows(here, 7)];
    const before = Math.floor(Date.now() / 1000) - 3600;
    utimesSync(join(folder, `${first}.txt`), before, before);
    const page = (await there.page(first, SOURCES, 3, 10))!;
    assert.deepEqual([page.head, page.files], [head(5), []]);
    assert.deepEqual(
      page.parts.rows.map(({ value }) => value),
      [3, 4],
    );
    assert.deepEqual([page.parts.envelope, page.cursors], [{}, ["c3", "c4"]]);
    assert.equal(readFileSync(there.textFile(second)!.path, "utf8"), "text\n");
    const listed = await there.list(10);
    assert.deepEqual(
      listed.map(({ id, plugin, title, size }) => [id, plugin, title, size]),
      [second, first].map((id) => [id, "p", "T", 5]),
    );
    assert.equal(listed[1]!.mtimeMs, before * 1000);
    assert.equal((await there.list(1)).length, 1);
    // Once deleted, it's gone for both processes, even after reading it.
    rmSync(join(folder, `${first}.rows`));
    assert.equal(await there.page(first, SOURCES, 0, 1), undefined);
    assert.equal(there.textFile(first), undefined);
    assert.deepEqual((await there.list(10)).length, 1);
  } finally {
    remove();
  }
});

test("nobody else may read what is saved, and a name that is no id is no answer", async () => {
  const { folder, here, remove } = folderOfTwo();
  try {
    const id = await keepRows(here, 1);
    for (const ending of ["rows", "txt"]) assert.equal(statSync(join(folder, `${id}.${ending}`)).mode & 0o777, 0o600);
    assert.match(id, /^[0-9a-z]{12}$/);
    writeFileSync(join(folder, "outside.rows"), readFileSync(join(folder, `${id}.rows`)));
    writeFileSync(join(folder, "outside.txt"), "text\n");
    for (const name of ["outside", "../outside", `${id}x`, ""]) {
      assert.equal(await here.page(name, SOURCES, 0, 1), undefined);
      assert.equal(here.textFile(name), undefined);
      await here.written(name);
    }
  } finally {
    remove();
  }
});

test("what cannot be saved leaves nothing behind", async () => {
  const { folder, here, remove } = folderOfTwo();
  try {
    const rows: AnswerRow[] = [{ source: SOURCES[0]!, value: 1 }];
    const one = { ...answer, head: head(1), cursors: undefined, rows, text, isTextAwaited: true };
    async function* broken(): AsyncGenerator<string> {
      yield "a";
      throw new Error("gone");
    }
    async function* tooLong(): AsyncGenerator<string> {
      for (let at = 0; at < 65; at++) yield "x".repeat(1024 * 1024);
    }
    for (const lines of [broken, tooLong]) assert.equal(await here.save({ ...one, text: lines }), undefined);
    assert.deepEqual(readdirSync(folder), []);
    assert.ok(await here.save({ ...one, isTextAwaited: false, text: tooLong }));
    await here.settled();
    assert.deepEqual(
      readdirSync(folder).map((name) => name.slice(12)),
      [".rows"],
    );
    const file = join(folder, "file");
    writeFileSync(file, "");
    assert.equal(await new SavedAnswers(file).save(one), undefined);
  } finally {
    remove();
  }
});

test("a file that is torn is no answer any more", async () => {
  const { folder, here, there, remove } = folderOfTwo();
  try {
    const id = await keepRows(here, 3);
    const path = join(folder, `${id}.rows`);
    const whole = readFileSync(path);
    for (const length of [0, 10, whole.length - 3]) {
      writeFileSync(path, whole.subarray(0, length));
      assert.equal(await there.page(id, SOURCES, 0, 3), undefined, `${length} bytes`);
    }
    writeFileSync(path, "torn");
    assert.equal(there.textFile(id), undefined);
    assert.deepEqual(await there.list(3), []);
    writeFileSync(path, whole);
    assert.equal((await there.page(id, SOURCES, 0, 3))?.parts.rows.length, 3);
  } finally {
    remove();
  }
});

test("the last line is a row like any other, and a head of any length is read", async () => {
  const { here, there, remove } = folderOfTwo();
  try {
    const rows = ["a", "b", "last é"].map((value): AnswerRow => ({ source: SOURCES[0]!, value }));
    const long = { ...head(3), rest: { text: "é".repeat(100_000) } };
    const one = { ...answer, head: long, cursors: undefined, rows, text, isTextAwaited: true };
    const id = (await here.save(one))!;
    const { parts, cursors } = (await there.page(id, SOURCES, 2, 5))!;
    assert.deepEqual([parts.rows.map(({ value }) => value), cursors], [["last é"], undefined]);
    assert.deepEqual(parts.envelope, long.rest);
    assert.equal((await there.list(1))[0]?.title, "T");
    assert.deepEqual((await there.page(id, SOURCES, 3, 5))!.parts.rows, []);
  } finally {
    remove();
  }
});

test("who waits for the background waits no longer than it says", async () => {
  const { here, remove } = folderOfTwo();
  // The timer is unref'ed, so keep Deno alive.
  const waiting = setInterval(() => {}, 1000);
  try {
    const given = Promise.withResolvers<string>();
    async function* late(): AsyncGenerator<string> {
      yield await given.promise;
    }
    const rows: AnswerRow[] = [{ source: SOURCES[0]!, value: 1 }];
    const one = { ...answer, head: head(1), cursors: undefined, rows, text: late, isTextAwaited: false };
    const id = (await here.save(one))!;
    await here.settled(1);
    assert.equal(here.textFile(id), undefined);
    given.resolve("text\n");
    await here.settled();
    assert.equal(here.textFile(id)?.plugin, "p");
  } finally {
    clearInterval(waiting);
    remove();
  }
});
