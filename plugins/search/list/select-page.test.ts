/**
 * Tests the selection of a page. Entries are in order, come after the last entry of the previous page, and never appear
 * twice.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { FakeCache, FakeClock, FakeFiles } from "../../../test/search/fake-context.ts";
import { EntryTable } from "./entry-table.ts";
import { type ListRequest, toListRequest } from "./request.ts";
import { type PageRequest, packPage, selectPage, unpackPage } from "./select-page.ts";
import type { SortKey } from "./sort.ts";

/** Entries in path order, as a walk returns them, with their name, kind, size and time. */
const ENTRIES: [path: string, kind: "f" | "d" | "l", size: number, mtimeMs: number][] = [
  ["/w/a", "f", 5, 10],
  ["/w/b", "d", -1, 30],
  ["/w/b.c", "f", 7, 10],
  ["/w/b/x", "f", 7, 20],
  ["/w/b/y", "f", 5, 20],
  ["/w/d", "l", -1, 20],
];
const BY_PATH = "a b b.c b/x b/y d";
const BY_SIZE = "b.c b/x a b/y b d";
const BY_TIME = "b b/x b/y d a b.c";

function table(): EntryTable {
  const entries = new EntryTable();
  for (const entry of ENTRIES) entries.add(...entry);
  return entries;
}

async function select(
  request: Partial<ListRequest>,
  { most = 10, among, saveAs }: Partial<PageRequest> & { among?: number[] } = {},
) {
  const clock = new FakeClock();
  const cache = new FakeCache(clock);
  const context = { cache, clock, files: new FakeFiles({}), signal: new AbortController().signal };
  const whole = { ...toListRequest({}, 0), ...request };
  const page = await selectPage(
    table(),
    among === undefined ? undefined : Uint32Array.from(among),
    { request: whole, most, saveAs },
    ["/w/\ufffd"],
    context as unknown as WorkerContext,
  );
  return { page, names: page.paths.map((path) => path.slice(3)).join(" "), cache };
}

/** Returns the key of an entry, in order to continue after it. */
function keyOf(name: string): SortKey {
  const [path, , size, mtimeMs] = ENTRIES.find(([each]) => each === `/w/${name}`)!;
  return { path, size, mtimeMs };
}

test("a page has what is known of its entries", async () => {
  const { page } = await select({}, { most: 2 });
  assert.deepEqual(page, {
    paths: ["/w/a", "/w/b"],
    kinds: "fd",
    sizes: Float64Array.of(5, -1),
    mtimesMs: Float64Array.of(10, 30),
    total: 6,
    remaining: 4,
    pageEnds: [keyOf("b"), keyOf("b/x")],
    unlisted: ["/w/\ufffd"],
  });
});

test("in the order that is asked for, what is alike by path", async () => {
  assert.equal((await select({})).names, BY_PATH);
  assert.equal((await select({ sort: "size" })).names, BY_SIZE);
  assert.equal((await select({ sort: "time" })).names, BY_TIME);
});

test("pages of every length are the whole list, each entry once", async () => {
  for (const [sort, order] of [
    ["path", BY_PATH],
    ["size", BY_SIZE],
    ["time", BY_TIME],
  ] as const) {
    for (const most of [1, 2, 3, 4, 5, 6, 7]) {
      const names: string[] = [];
      let after: SortKey | undefined;
      for (let count = 0; count < 10; count++) {
        const { page, names: own } = await select({ sort, after }, { most });
        assert.equal(page.total, 6);
        assert.equal(page.remaining, 6 - names.length - page.paths.length);
        names.push(...own.split(" "));
        if (page.remaining === 0) break;
        after = keyOf(names.at(-1)!);
      }
      assert.equal(names.join(" "), order, `${sort}, ${most} a page`);
    }
  }
});

test("by path an entry that is gone still says where to go on", async () => {
  for (const [path, names] of [
    ["", "a b b.c d"],
    ["/w/a", "b b.c d"],
    ["/w/aa", "b b.c d"],
    ["/w/b", "b.c d"],
    ["/w/c", "d"],
    ["/w/d", ""],
    ["/w/e", ""],
  ] as const) {
    const after = { path, size: 0, mtimeMs: 0 };
    assert.equal((await select({ after }, { among: [0, 1, 2, 5] })).names, names, path);
  }
});

test("of equal times the path decides where to go on", async () => {
  const { names } = await select({ sort: "time", after: keyOf("b/y") });
  assert.equal(names, "d a b.c");
  const gone = await select({ sort: "time", after: { path: "/w/b/xx", size: 1, mtimeMs: 20 } });
  assert.equal(gone.names, "b/y d a b.c");
});

test("only the entries that match are listed", async () => {
  const { page, names } = await select({ sort: "size" }, { among: [0, 2, 4], most: 2 });
  assert.deepEqual([names, page.total, page.remaining], ["b.c a", 3, 1]);
  assert.deepEqual(page.pageEnds, [keyOf("a")]);
  assert.equal((await select({}, { among: [] })).page.total, 0);
});

test("what is below a pruned directory is not listed", async () => {
  const pattern = { text: "b", glob: true, fullPath: false, prune: true };
  assert.equal((await select({ pattern })).names, "a b b.c d");
  // If a directory does not match, nothing inside it is left out.
  assert.equal((await select({ pattern }, { among: [0, 2, 3, 4] })).names, "a b.c b/x b/y");
  assert.equal((await select({ pattern: { ...pattern, prune: false } })).names, BY_PATH);
});

test("a count alone needs no entries", async () => {
  const { page, names } = await select({}, { most: 0 });
  assert.deepEqual([names, page.total, page.remaining, page.pageEnds], ["", 6, 6, []]);
});

test("a listing is saved with its first page, where it has another", async () => {
  const saveAs = { id: "0123456789abcdef", request: "hash", warnings: ["one"], note: "a note" };
  const cases: [request: Partial<ListRequest>, most: number, saved: boolean][] = [
    [{}, 5, true],
    [{}, 6, false],
    [{}, 7, false],
    [{ after: keyOf("a") }, 2, false],
  ];
  for (const [request, most, saved] of cases) {
    const { page, cache } = await select(request, { most, saveAs });
    assert.equal(page.savedId, saved ? saveAs.id : undefined);
    assert.equal(cache.entries.size > 0, saved, String(most));
  }
  const { cache } = await select({ sort: "size" }, { most: 4, saveAs });
  const head = JSON.parse(Buffer.from(cache.entries.get(`list-${saveAs.id}`)!.data).toString());
  assert.deepEqual([head.request, head.note, head.warnings, head.unlisted], ["hash", "a note", ["one"], ["/w/\ufffd"]]);
  assert.deepEqual([head.total, head.parts.map(({ entries }: { entries: number }) => entries)], [6, [4, 2]]);
});

test("a page is packed into one text for its way to another thread", async () => {
  for (const paths of [[], ["/a"], ["/a", "/b c"]]) {
    const page = { paths, kinds: "", sizes: new Float64Array(0), mtimesMs: new Float64Array(0), total: 3 };
    const packed = packPage(page);
    assert.equal(packed.paths, paths.length === 0 ? undefined : paths.join("\0"));
    assert.equal("paths" in packed.rest, false);
    assert.deepEqual(unpackPage(structuredClone(packed)), page);
  }
});
