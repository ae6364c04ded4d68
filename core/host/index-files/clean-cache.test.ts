/** Cleanup of unused caches by age and total size, but never while in use. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { cleanCache, hashOfRoots, isCleaningDue, noteRoots } from "./clean-cache.ts";

const DAY = 24 * 3600 * 1000;
const newFolder = () => mkdtempSync(join(tmpdir(), "jig-clean-"));

/** Creates a file with this size and age, including its folders. */
function keep(file: string, days: number, bytes = 10): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "x".repeat(bytes));
  const then = new Date(Date.now() - days * DAY);
  for (const path of [file, dirname(file), dirname(dirname(file))]) utimesSync(path, then, then);
}

function open(folder: string, root: string, days: number): string {
  noteRoots(folder, [root]);
  const hash = hashOfRoots([root]);
  const then = new Date(Date.now() - days * DAY);
  utimesSync(join(folder, "roots", hash), then, then);
  return hash;
}

test("removes what belongs to roots that are gone or not opened for a month", async () => {
  const folder = newFolder();
  const [here, gone] = [newFolder(), newFolder()];
  const used = open(folder, here, 20);
  const unused = open(folder, join(here, ".."), 40);
  const vanished = open(folder, gone, 5);
  const lately = open(folder, join(gone, "lately"), 1);
  for (const hash of [used, unused, vanished, lately]) keep(join(folder, "csharp", hash, "symbols-9", "part"), 50);
  keep(join(folder, "csharp", "0123456789abcdef", "old"), 50);
  keep(join(folder, "csharp", "not a hash", "old"), 50);
  keep(join(folder, "copies", "0123456789abcdef", "old"), 50);
  rmSync(gone, { recursive: true });
  await cleanCache(folder);
  assert.deepEqual(readdirSync(join(folder, "csharp")).sort(), ["not a hash", lately, used].sort());
  assert.ok(existsSync(join(folder, "copies", "0123456789abcdef", "old")));
});

test("removes answers of a week ago, whichever roots they are of", async () => {
  const folder = newFolder();
  const hash = open(folder, newFolder(), 0);
  keep(join(folder, "answers", hash, "old.rows"), 8);
  keep(join(folder, "answers", hash, "new.rows"), 6);
  keep(join(folder, "answers", "0123456789abcdef", "old.rows"), 8);
  await cleanCache(folder);
  assert.deepEqual(readdirSync(join(folder, "answers", hash)), ["new.rows"]);
  assert.deepEqual(readdirSync(join(folder, "answers", "0123456789abcdef")), []);
});

test("keeps the latest answers of all roots together", async () => {
  const folder = newFolder();
  const [first, second] = [open(folder, newFolder(), 0), open(folder, newFolder(), 0)];
  keep(join(folder, "answers", first, "a.rows"), 3, 100);
  keep(join(folder, "answers", second, "b.rows"), 2, 100);
  keep(join(folder, "answers", first, "c.rows"), 1, 100);
  await cleanCache(folder, { mostAnswerBytes: 250 });
  assert.deepEqual(readdirSync(join(folder, "answers", first)), ["c.rows"]);
  assert.deepEqual(readdirSync(join(folder, "answers", second)), ["b.rows"]);
});

test("keeps the total, the roots opened last first, and all of today", async () => {
  const folder = newFolder();
  const hashes = [0, 0, 2, 3].map((days) => open(folder, newFolder(), days));
  for (const [at, hash] of hashes.entries()) keep(join(folder, "search", hash, "list"), 9, 100 + at);
  await cleanCache(folder, { mostBytes: 310 });
  assert.deepEqual(readdirSync(join(folder, "search")).sort(), hashes.slice(0, 3).sort());
  await cleanCache(folder, { mostBytes: 1 });
  assert.deepEqual(readdirSync(join(folder, "search")).sort(), hashes.slice(0, 2).sort());
});

test("is due once a day, and where nothing can be read does nothing", async () => {
  const folder = newFolder();
  assert.equal(isCleaningDue(folder), true);
  await cleanCache(folder);
  assert.equal(isCleaningDue(folder), false);
  await cleanCache(join(folder, "none"));
});
