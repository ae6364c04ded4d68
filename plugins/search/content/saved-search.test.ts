/** Tests the files of a search on disk: what a page reads, which changes it finds, and which searches are dropped. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeCache, FakeClock, FakeFiles, type FakeTree } from "../../../test/search/fake-context.ts";
import savedSearch, { type SavedSearchHead, saveSearch } from "./saved-search.ts";

const DAY_MS = 86_400_000;
const ID = "0123456789abcdef";
const HEAD: SavedSearchHead = { request: "hash", startedAt: 1000, total: 9, overfull: 1, base: "/w" };

function contextOf(tree: FakeTree) {
  const clock = new FakeClock();
  const controller = new AbortController();
  return { clock, files: new FakeFiles(tree), cache: new FakeCache(clock), signal: controller.signal, controller };
}
type FakeContext = ReturnType<typeof contextOf>;

const save = (context: FakeContext, paths: string[], counts: number[], id = ID) =>
  savedSearch({ kind: "save", id, head: HEAD, paths: paths.join("\0"), counts: Uint32Array.from(counts) }, context);

const read = (context: FakeContext, { from = 0, most = 1_000, each = 1_000, id = ID } = {}) =>
  savedSearch({ kind: "read", id, from, most, each }, context);

test("what is saved is read back", async () => {
  const context = contextOf({ "/w/a": [1, 10], "/w/b": [2, 20] });
  assert.equal(await save(context, ["/w/a", "/w/b"], [5, 4]), undefined);
  assert.deepEqual(await read(context), {
    head: HEAD,
    paths: ["/w/a", "/w/b"],
    counts: [5, 4],
    last: true,
    changed: [],
  });
  assert.equal(await read(context, { id: "fedcba9876543210" }), undefined);
});

test("the entry on disk is JSON of head, paths and counts", async () => {
  const context = contextOf({ "/w/a": [1, 10] });
  await save(context, ["/w/a", "/w/gone"], [5, 4]);
  assert.deepEqual([...context.cache.entries.keys()], [`rows-${ID}`]);
  const written = Buffer.from(context.cache.entries.get(`rows-${ID}`)!.data).toString();
  assert.deepEqual(JSON.parse(written), { head: HEAD, paths: "/w/a\0/w/gone", counts: [5, 4] });
  assert.deepEqual(context.files.seen, [], "no file is looked at before a cursor is used");
});

test("a page has as many files as its rows may be of", async () => {
  const cases: [options: { from?: number; most?: number; each?: number }, paths: string, last: boolean][] = [
    [{ most: 1 }, "a", false],
    [{ most: 5 }, "a", false],
    [{ most: 6 }, "a b", false],
    [{ most: 7 }, "a b c", true],
    [{ from: 1, most: 1 }, "b", false],
    [{ from: 1, most: 2 }, "b c", true],
    [{ from: 2, most: 1 }, "c", true],
    [{ from: 3, most: 1 }, "", true],
    // The maximum number of rows per file limits a count of five to two.
    [{ most: 2, each: 2 }, "a", false],
    [{ most: 3, each: 2 }, "a b", false],
    [{ most: 4, each: 2 }, "a b c", true],
    [{ most: 0 }, "", false],
  ];
  const context = contextOf({ "/a": [1, 1], "/b": [1, 1], "/c": [1, 1] });
  await save(context, ["/a", "/b", "/c"], [5, 1, 3]);
  for (const [options, paths, last] of cases) {
    const page = await read(context, options);
    const expected = paths === "" ? [] : paths.split(" ").map((name) => `/${name}`);
    assert.deepEqual([page!.paths, page!.last], [expected, last], JSON.stringify(options));
    const counts: Record<string, number> = { "/a": 5, "/b": 1, "/c": 3 };
    assert.deepEqual(
      page!.counts,
      expected.map((path) => counts[path]),
    );
  }
});

test("files that changed since, or while the search ran, are named, whatever the page", async () => {
  const tree: FakeTree = {
    "/same": [1, 1],
    "/written": [1, 1],
    "/replaced": [1, 1],
    "/gone": [1, 1],
    "/during": [1, 1001],
    "/before": [1, 1000],
  };
  const paths = [...Object.keys(tree), "/never"];
  const context = contextOf(tree);
  await save(
    context,
    paths,
    paths.map(() => 1),
  );
  tree["/written"] = [1, 1500];
  tree["/replaced"] = [1, 1, 1500];
  delete tree["/gone"];
  for (const from of [0, 3, 7]) {
    const page = await read(context, { from, most: 1 });
    assert.deepEqual(page!.changed, ["/written", "/replaced", "/gone", "/during", "/never"]);
  }
});

test("at most 200 changed files are named", async () => {
  const paths = Array.from({ length: 205 }, (_, at) => `/${at}`);
  const context = contextOf({});
  await save(
    context,
    paths,
    paths.map(() => 1),
  );
  assert.deepEqual((await read(context))!.changed, paths.slice(0, 200));
});

test("a search is kept for seven days", async () => {
  for (const [days, kept] of [
    [6, true],
    [7, true],
    [7.001, false],
  ] as const) {
    const context = contextOf({});
    await save(context, ["/a"], [1]);
    context.clock.time += days * DAY_MS;
    await save(context, ["/a"], [1], "f".repeat(16));
    assert.equal((await read(context)) !== undefined, kept, String(days));
    assert.ok(await read(context, { id: "f".repeat(16) }));
  }
});

test("the last 50 searches are kept, and nothing else is touched", async () => {
  const context = contextOf({});
  await context.cache.write("list-1", new Uint8Array(1));
  await context.cache.write("other", new Uint8Array(1));
  // The most recent one is the first in the list of the cache.
  const ids = Array.from({ length: 52 }, (_, at) => at.toString(16).padStart(16, "0"));
  for (const id of ids) {
    context.clock.time += 1;
    await save(context, ["/a"], [1], id);
  }
  const keys = [...context.cache.entries.keys()];
  assert.deepEqual(keys.slice(0, 2), ["list-1", "other"]);
  assert.deepEqual(
    keys.slice(2),
    ids.slice(2).map((id) => `rows-${id}`),
  );
});

test("a cancelled call ends", async () => {
  const context = contextOf({});
  const job = { kind: "save", id: ID, head: HEAD, paths: "/a\0/b\0/c", counts: Uint32Array.of(1, 1, 1) } as const;
  await saveSearch(job, context);
  context.controller.abort(new Error("given up"));
  await assert.rejects(saveSearch(job, context), /given up/);
  await assert.rejects(read(context), /given up/);
});
