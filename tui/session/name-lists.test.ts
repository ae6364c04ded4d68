/** Tests lists in memory, which are read in pages and refreshed after a while, and their error messages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finder, Outcome, Row } from "../../core/host/frontend-api.ts";
import { createNameLists } from "./name-lists.ts";
import type { SessionContext } from "./session-context.ts";

const FINDER: Finder = { plugin: "p", title: "files", tool: "list", parameter: "pattern", inMemory: true };
const row = (path: string): Row => ({
  text: path,
  location: { absolute: `/w/${path}`, display: path, startLine: 1, startColumn: 1 },
});

function listsOver(answers: (() => Promise<Outcome>)[]) {
  let now = 0;
  let asked = 0;
  const changes: number[] = [];
  const context = {
    ports: { now: () => now },
    state: () => ({ recent: [] }),
    shorten: (path: string) => path,
    host: {
      invoke: () => answers[Math.min(asked++, answers.length - 1)]?.(),
      view: async (_: string, { value }: Outcome) => ({
        rows: Array.isArray(value) ? value.map(String).map(row) : [{ text: "no ripgrep" }],
      }),
    },
  } as unknown as SessionContext; // Only the parts that lists use.
  const lists = createNameLists(context, () => changes.push(now));
  return { lists, changes, asked: () => asked, at: (time: number) => (now = time) };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const found = (lists: ReturnType<typeof createNameLists>, typed: string) =>
  lists.match(FINDER, typed, 9)?.best.map(({ item }) => item.text);

test("pages are one list, whose first page answers before the last one is there", async () => {
  let release = () => {};
  const second = new Promise<void>((resolve) => (release = resolve));
  const { lists } = listsOver([
    async () => ({ value: ["a.ts"], next: { cursor: "1" } }),
    async () => second.then(() => ({ value: ["b.ts"] })),
  ]);
  assert.equal(found(lists, "a"), undefined);
  lists.refresh(FINDER);
  await settled();
  assert.deepEqual([found(lists, "ts"), lists.match(FINDER, "ts", 9)?.whole], [["a.ts"], false]);
  release();
  await settled();
  assert.deepEqual([found(lists, "ts"), lists.match(FINDER, "ts", 9)?.whole], [["a.ts", "b.ts"], true]);
});

test("a list is read again after a while, not at every letter", async () => {
  const { lists, asked, at } = listsOver([async () => ({ value: ["a.ts"] })]);
  lists.refresh(FINDER);
  lists.refresh(FINDER);
  await settled();
  lists.refresh(FINDER);
  assert.equal(asked(), 1);
  at(6000);
  lists.refresh(FINDER);
  assert.equal(asked(), 2);
});

test("a list that cannot be read says why, instead of being waited for", async () => {
  const failed = listsOver([async () => ({ value: {}, failed: true })]);
  failed.lists.refresh(FINDER);
  await settled();
  assert.equal(failed.lists.failure(FINDER), "no ripgrep");
  assert.equal(failed.changes.length, 1);
  const thrown = listsOver([() => Promise.reject(new Error("gone"))]);
  thrown.lists.refresh(FINDER);
  await settled();
  assert.match(thrown.lists.failure(FINDER) ?? "", /gone/);
});
