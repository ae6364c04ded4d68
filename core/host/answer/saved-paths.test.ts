/** `answer:<id>` works as a path in all reading tools, with line ranges. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Workspace } from "../contract/context.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { SavedAnswers } from "./saved-answers.ts";
import { readLines, withAnswers } from "./saved-paths.ts";

const folder = mkdtempSync(join(tmpdir(), "jig-saved-"));
after(() => rmSync(folder, { recursive: true }));
const store = new SavedAnswers(folder);
const root = { name: "w", path: "/w" };

const resolvedElsewhere: unknown[] = [];
const workspace = {
  roots: [root],
  resolve: async (path: unknown) => {
    resolvedElsewhere.push(path);
    throw new Error("elsewhere");
  },
  display: (absolute: string) => `shown ${absolute}`,
} as Partial<Workspace> as Workspace;

async function saved(): Promise<string> {
  const head = { plugin: "p", tool: "t", title: "T", hash: "h", at: 0, of: 0, rest: {} };
  async function* text(): AsyncGenerator<string> {
    yield "one\ntwo\n";
  }
  const answer = { head, files: [], sources: [], rows: [], cursors: undefined, text, isTextAwaited: true };
  return (await store.save({ ...answer, slice: new TimeSlice() }))!;
}

test("a saved answer is a file, by its name or by where it is, and shown by its name", async () => {
  const id = await saved();
  const all = withAnswers(workspace, store);
  const path = join(folder, `${id}.txt`);
  const display = `answer:${id}`;
  for (const written of [display, path]) {
    const { mtimeMs, ...found } = await all.resolve(written);
    assert.deepEqual(found, { written, absolute: path, relative: display, display, root, kind: "file", size: 8 });
    assert.ok(mtimeMs > 0);
  }
  assert.deepEqual([all.display(path), all.display("/w/a.txt")], [display, "shown /w/a.txt"]);
  assert.equal(all.display(join(folder, `${id}.rows`)), `shown ${join(folder, `${id}.rows`)}`);
});

test("other paths are the workspace's", async () => {
  const all = withAnswers(workspace, store);
  for (const path of ["src/a.txt", "/w/a.txt", join(folder, "a.rows"), 5])
    await assert.rejects(all.resolve(path as string), { message: "elsewhere" });
  assert.deepEqual(resolvedElsewhere, ["src/a.txt", "/w/a.txt", join(folder, "a.rows"), 5]);
});

test("an answer that is gone, or of another plugin, is not found", async () => {
  const id = await saved();
  const unknown = { code: "PATH_NOT_FOUND", message: 'Unknown saved answer "answer:0123456789ab"' };
  await assert.rejects(withAnswers(workspace, store).resolve("answer:0123456789ab"), unknown);
  await assert.rejects(withAnswers(workspace, store).resolve("answer:"), { code: "PATH_NOT_FOUND" });
  await assert.rejects(withAnswers(workspace, store, "q").resolve(`answer:${id}`), { code: "PATH_NOT_FOUND" });
  assert.equal((await withAnswers(workspace, store, "p").resolve(`answer:${id}`)).kind, "file");
  await assert.rejects(withAnswers({ ...workspace, roots: [] }, store).resolve(`answer:${id}`), {
    code: "PATH_NOT_FOUND",
  });
});

test("it can be read and nothing else", async () => {
  const path = `answer:${await saved()}`;
  const all = withAnswers(workspace, store);
  await assert.rejects(all.resolve(path, { expect: "new" }), {
    code: "PERMISSION_DENIED",
    message: `"${path}" is a saved answer`,
  });
  await assert.rejects(all.resolve(path, { expect: "directory" }), { code: "NOT_A_FILE" });
  assert.equal((await all.resolve(path, { expect: "file" })).display, path);
});

test("lines are read from one to another, as many as fit, and it is said where to go on", async () => {
  const path = join(folder, "lines");
  writeFileSync(path, "one\r\ntwo\nthree\nfour");
  assert.deepEqual(await readLines(path, 1, undefined, 1000), { text: "one\ntwo\nthree\nfour\n" });
  assert.deepEqual(await readLines(path, 2, 3, 1000), { text: "two\nthree\n" });
  assert.deepEqual(await readLines(path, 5, undefined, 1000), { text: "" });
  assert.deepEqual(await readLines(path, 1, undefined, 8), { text: "one\ntwo\n", more: 3 });
  assert.deepEqual(await readLines(path, 1, undefined, 7), { text: "one\n", more: 2 });
  // Part of the first line is better than nothing.
  assert.deepEqual(await readLines(path, 3, undefined, 4), { text: "thre…\n", more: 4 });
  writeFileSync(path, `ab\ud83d\ude00`);
  assert.equal((await readLines(path, 1, 1, 3)).text, "ab\ufffd…\n");
});
