/** Changed files: stamped with the answer, and detected later even if they changed during the call. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { plainPaths } from "../../../test/answers/pipeline.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import type { Paths } from "../rows/draw.ts";
import type { AnswerRow } from "../rows/row.ts";
import { changedSince, stampsOf } from "./changed-files.ts";

const root = mkdtempSync(join(tmpdir(), "jig-changed-"));
after(() => rmSync(root, { recursive: true }));
const pathOf = (name: string) => join(root, name);
for (const name of ["a", "b", "c"]) writeFileSync(pathOf(name), name);

const source = { at: "/rows", location: { path: "/file" } };
const rowOf = (file: string): AnswerRow => ({ source, value: { file } });
/** Answers that only contain file names. */
const named: Paths = {
  ...plainPaths(`${root}/`),
  absolute: (shown) => (shown.startsWith("/") ? shown : pathOf(shown)),
};

function stamps(rows: AnswerRow[], files?: string[], paths = named) {
  const at = { answer: null, input: {}, paths };
  return stampsOf({ value: null, ...(files && { files }) }, { envelope: null, rows }, at, new TimeSlice());
}

/** Later than all file times. */
const later = () => Date.now() + 60_000;

test("each file once, as the rows spell it, with those that no row names", async () => {
  const found = await stamps([rowOf("a"), rowOf("a"), rowOf("b"), rowOf("none")], [pathOf("b"), pathOf("c")]);
  assert.deepEqual(
    found.map(([path, size, , , shown]) => [path, size, shown]),
    [
      [pathOf("a"), 1, "a"],
      [pathOf("b"), 1, "b"],
      [pathOf("c"), 1, "c"],
    ],
  );
  const { mtimeMs, ctimeMs } = statSync(pathOf("a"));
  assert.deepEqual(found[0]!.slice(2, 4), [mtimeMs, ctimeMs]);
});

test("files are spelled absolute where the rows are", async () => {
  const found = await stamps([rowOf(pathOf("a"))], [pathOf("c")]);
  assert.deepEqual(
    found.map(([, , , , shown]) => shown),
    [pathOf("a"), pathOf("c")],
  );
});

test("an empty group and a row without a place name no file", async () => {
  const group: AnswerRow = { source, value: { file: "a" }, emptyGroup: true };
  assert.deepEqual(await stamps([group, { source: { at: "/rows" }, value: { file: "a" } }]), []);
});

test("what is as it was is not named, what changed, is gone or became a folder is", async () => {
  for (const name of ["same", "longer", "touched", "gone", "folder"]) writeFileSync(pathOf(name), "old");
  const files = await stamps(["same", "longer", "touched", "gone", "folder"].map(rowOf));
  assert.deepEqual(await changedSince(files, later()), []);
  writeFileSync(pathOf("longer"), "older");
  writeFileSync(pathOf("touched"), "new");
  for (const name of ["gone", "folder"]) rmSync(pathOf(name));
  mkdirSync(pathOf("folder"));
  assert.deepEqual(await changedSince(files, later()), ["longer", "touched", "gone", "folder"]);
});

test("each of size, times and start is enough", async () => {
  const [stamp] = await stamps([rowOf("a")]);
  const [path, size, mtimeMs, ctimeMs, shown] = stamp!;
  const changed = (...values: [number, number, number]) => changedSince([[path, ...values, shown]], ctimeMs);
  assert.deepEqual(await changed(size, mtimeMs, ctimeMs), []);
  assert.deepEqual(await changed(size + 1, mtimeMs, ctimeMs), ["a"]);
  assert.deepEqual(await changed(size, mtimeMs + 1, ctimeMs), ["a"]);
  assert.deepEqual(await changed(size, mtimeMs, ctimeMs - 1), ["a"]);
  // It changed during the call, so rows may be older than the stamp.
  assert.deepEqual(await changedSince([stamp!], ctimeMs - 1), ["a"]);
});

test("at most 200 are named", async () => {
  const [stamp] = await stamps([rowOf("a")]);
  assert.equal((await changedSince(Array(500).fill(stamp), 0)).length, 200);
});
