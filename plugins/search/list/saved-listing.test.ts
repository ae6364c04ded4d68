/** Tests listings on disk. A page contains the current state of its entries, and old listings are dropped. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { JigError } from "../../../core/host/plugin-api.ts";
import { FakeCache, FakeClock, FakeFiles, type FakeTree } from "../../../test/search/fake-context.ts";
import { EntryTable } from "./entry-table.ts";
import { readSavedPage, saveListing } from "./saved-listing.ts";

const ID = "0123456789abcdef";
const DAY_MS = 86_400_000;
const LISTING = { id: ID, request: "hash", note: "a note", warnings: ["one"], unlisted: ["/w/\ufffd"] };
const TREE: FakeTree = {
  "/w/a.txt": [11, 100],
  "/w/日本.txt": [12, 200.5],
  "/w/sub/c.txt": [13, 300],
  "/w/sub/link": "->",
};
const ENTRIES: [path: string, kind: "f" | "d" | "l", size: number, mtimeMs: number][] = [
  ["/w/a.txt", "f", 11, 100],
  ["/w/日本.txt", "f", 12, 200.5],
  ["/w/sub", "d", -1, 5],
  ["/w/sub/c.txt", "f", 13, 300],
  ["/w/sub/link", "l", -1, 7],
];

function contextOf(tree: FakeTree = TREE) {
  const clock = new FakeClock();
  const controller = new AbortController();
  return {
    clock,
    files: new FakeFiles({ ...tree }),
    cache: new FakeCache(clock),
    signal: controller.signal,
    controller,
  };
}
type FakeContext = ReturnType<typeof contextOf>;

async function save(context: FakeContext, { id = ID, order = [0, 1, 2, 3, 4], most = 2, entries = ENTRIES } = {}) {
  const table = new EntryTable();
  for (const entry of entries) table.add(...entry);
  return await saveListing(table, Uint32Array.from(order), most, { ...LISTING, id }, context);
}

const read = (context: FakeContext, part: number, { id = ID, request = "hash" } = {}) =>
  readSavedPage({ kind: "read", id, part, request }, context);

/** Returns the saved page with the entries at these indexes of ENTRIES. */
function pageOf(...places: number[]) {
  return {
    paths: places.map((at) => ENTRIES[at]![0]),
    kinds: places.map((at) => ENTRIES[at]![1]).join(""),
    sizes: places.map((at) => ENTRIES[at]![2]),
    mtimesMs: places.map((at) => ENTRIES[at]![3]),
  };
}

/** The arrays have the saved length, so only the first items count. */
function listed({ paths, kinds, sizes, mtimesMs }: NonNullable<Awaited<ReturnType<typeof read>>>) {
  return { paths, kinds, sizes: [...sizes].slice(0, paths.length), mtimesMs: [...mtimesMs].slice(0, paths.length) };
}

test("pages are read back in the order in which they were saved", async () => {
  const context = contextOf();
  assert.deepEqual(await save(context, { order: [4, 0, 3, 1, 2] }), { savedId: ID });
  const pages = [pageOf(4, 0), pageOf(3, 1), pageOf(2)];
  const [, ends] = [null, [0, 1]];
  for (const [part, expected] of pages.entries()) {
    const page = await read(context, part);
    assert.deepEqual(listed(page!), expected);
    assert.deepEqual(page!.changed, []);
    assert.deepEqual(page!.head, { ...LISTING, total: 5 });
    const end = ends[part];
    const [path, , size, mtimeMs] = end === undefined ? [] : ENTRIES[end]!;
    assert.deepEqual(page!.continuesAfter, end === undefined ? undefined : { path, size, mtimeMs });
  }
  for (const part of [3, -1, 99]) assert.equal(await read(context, part), undefined);
  assert.equal(await read(context, 0, { id: "f".repeat(16) }), undefined);
});

test("the entries on disk: a head of JSON, and a page of sizes, times, kinds and paths each", async () => {
  const context = contextOf();
  await save(context, { order: [0, 2, 4] });
  assert.deepEqual([...context.cache.entries.keys()], [`list-${ID}.0`, `list-${ID}.1`, `list-${ID}`]);
  const head = JSON.parse(Buffer.from(context.cache.entries.get(`list-${ID}`)!.data).toString());
  const parts = [
    { entries: 2, bytes: 2 * 17 + "/w/a.txt\0/w/sub".length },
    { entries: 1, bytes: 17 + "/w/sub/link".length },
  ];
  assert.deepEqual(head, { ...LISTING, total: 3, parts });
  const data = Buffer.from(context.cache.entries.get(`list-${ID}.0`)!.data);
  assert.deepEqual(
    [0, 8, 16, 24].map((at) => data.readDoubleLE(at)),
    [11, -1, 100, 5],
  );
  assert.equal(data.toString("utf8", 32), "fd/w/a.txt\0/w/sub");
});

test("what is gone or changed is named; what is left is told as it is now", async () => {
  const cases: [change: FakeTree, gone: string[], changed: number[], page: ReturnType<typeof pageOf>][] = [
    [{}, [], [], pageOf(0, 1, 2, 3, 4)],
    [{}, ["/w/a.txt"], [0], pageOf(1, 2, 3, 4)],
    [{ "/w/a.txt": [99, 100] }, [], [0], { ...pageOf(0, 1, 2, 3, 4), sizes: [99, 12, -1, 13, -1] }],
    [{ "/w/a.txt": [11, 101] }, [], [0], { ...pageOf(0, 1, 2, 3, 4), mtimesMs: [101, 200.5, 5, 300, 7] }],
    // If a file replaces a link or the other way round, it is another entry.
    [{ "/w/sub/link": [1, 7] }, [], [4], pageOf(0, 1, 2, 3)],
    [{ "/w/a.txt": "/" }, [], [0], pageOf(1, 2, 3, 4)],
    [{}, ["/w/sub/c.txt", "/w/sub/link"], [2, 3, 4], pageOf(0, 1)],
  ];
  for (const [change, gone, changed, page] of cases) {
    const context = contextOf();
    await save(context, { most: 10 });
    const tree: FakeTree = { ...TREE, ...change };
    for (const path of gone) delete tree[path];
    context.files = new FakeFiles(tree);
    const now = (await read(context, 0))!;
    assert.deepEqual(listed(now), page, JSON.stringify([change, gone]));
    assert.deepEqual(
      now.changed,
      changed.map((at) => ENTRIES[at]![0]),
    );
    assert.equal(now.continuesAfter, undefined);
  }
});

test("a link that was followed is told as it was listed", async () => {
  const entries: typeof ENTRIES = [
    ["/w/sub/link", "f", 40, 50],
    ["/w/sub/c.txt", "f", 13, 300],
  ];
  const context = contextOf();
  await save(context, { entries, order: [0, 1] });
  const page = (await read(context, 0))!;
  const then = { paths: entries.map(([path]) => path), kinds: "ff", sizes: [40, 13], mtimesMs: [50, 300] };
  assert.deepEqual([listed(page), page.changed], [then, []]);
});

test("each folder is listed once, for the names in it", async () => {
  const context = contextOf({ ...TREE, "/top.txt": [1, 1] });
  const entries: typeof ENTRIES = [...ENTRIES, ["/top.txt", "f", 1, 1]];
  await save(context, { entries, order: [0, 3, 1, 4, 5], most: 9 });
  const page = (await read(context, 0))!;
  assert.deepEqual(page.changed, []);
  assert.deepEqual(context.files.seen, ["list /w", "list /w/sub", "list /"]);
  assert.deepEqual(page.paths.at(-1), "/top.txt");
});

test("a cursor of another listing is refused", async () => {
  const context = contextOf();
  await save(context);
  const refused = await read(context, 0, { request: "another" }).catch((error) => error as JigError);
  assert.ok(refused instanceof JigError);
  assert.deepEqual([refused.code, refused.message], ["INVALID_ARGUMENT", "The cursor belongs to another listing"]);
  assert.match(refused.hint!, /Repeat the arguments/);
  assert.deepEqual(refused.details, { parameter: "cursor" });
});

test("a page that is torn or missing is as none", async () => {
  for (const damage of [
    (data: Uint8Array) => data.subarray(1),
    (data: Uint8Array) => Buffer.concat([data, data]),
    () => undefined,
  ]) {
    const context = contextOf();
    await save(context);
    const key = `list-${ID}.1`;
    const data = damage(context.cache.entries.get(key)!.data);
    if (data) await context.cache.write(key, data);
    else await context.cache.remove(key);
    assert.equal(await read(context, 1), undefined);
    assert.ok(await read(context, 0));
  }
});

test("what cannot be saved leaves nothing behind, and says why; a cancelled call ends", async () => {
  const context = contextOf();
  const { write } = context.cache;
  context.cache.write = async (key, data) => {
    if (key === `list-${ID}.2`) throw new JigError("UNAVAILABLE", "The disk is full");
    await write.call(context.cache, key, data);
  };
  await context.cache.write("list-other.0", new Uint8Array(1));
  assert.deepEqual(await save(context), { notSaved: "The disk is full" });
  assert.deepEqual([...context.cache.entries.keys()], ["list-other.0"]);
  context.controller.abort(new Error("given up"));
  await assert.rejects(save(context), /given up/);
  await assert.rejects(read(contextWithSaved(await saved()), 0), /given up/);
});

async function saved(): Promise<FakeContext> {
  const context = contextOf();
  await save(context);
  return context;
}

function contextWithSaved(context: FakeContext): FakeContext {
  context.controller.abort(new Error("given up"));
  return context;
}

test("all listings together take at most 512 MB, and one that is longer is not saved", async () => {
  const context = contextOf();
  const { list } = context.cache;
  const huge = 512 * 1024 * 1024;
  let sizes: Record<string, number> = {};
  context.cache.list = async () =>
    (await list.call(context.cache)).map((entry) => ({ ...entry, size: sizes[entry.key] ?? 0 }));
  const ids = ["a", "b", "c"].map((letter) => letter.repeat(16));
  for (const [at, id] of ids.entries()) {
    context.clock.time += 1;
    // These are the sizes of the listings before the last one.
    if (at === 2) sizes = { [`list-${ids[1]}.0`]: huge - 1, [`list-${ids[1]}.1`]: 1, [`list-${ids[0]}.0`]: 1 };
    await save(context, { id });
  }
  const left = async (id: string) => (await read(context, 0, { id })) !== undefined;
  assert.deepEqual(await Promise.all(ids.map(left)), [false, true, true]);
  assert.equal(
    [...context.cache.entries.keys()].some((key) => key.includes(ids[0]!)),
    false,
  );
});

test("twenty listings are kept for seven days, and nothing else is touched", async () => {
  const context = contextOf();
  await context.cache.write("rows-1", new Uint8Array(1));
  const ids = Array.from({ length: 22 }, (_, at) => at.toString(16).padStart(16, "0"));
  for (const id of ids) {
    context.clock.time += 1;
    await save(context, { id });
  }
  const left = () => [...new Set([...context.cache.entries.keys()].map((key) => key.split(".")[0]))];
  assert.deepEqual(left(), ["rows-1", ...ids.slice(2).map((id) => `list-${id}`)]);
  // When the next listing is saved, the oldest one is exactly seven days old.
  context.clock.time += 7 * DAY_MS - 20;
  await save(context, { id: "e".repeat(16) });
  assert.equal(left().length, 21);
  context.clock.time += 8;
  await save(context, { id: "d".repeat(16) });
  assert.ok(left().length < 21 && left().includes(`list-${ids[21]}`));
  context.clock.time += DAY_MS;
  await save(context, { id: "c".repeat(16) });
  assert.deepEqual(left(), ["rows-1", ...["e", "d", "c"].map((each) => `list-${each.repeat(16)}`)]);
});
