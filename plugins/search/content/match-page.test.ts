/** Tests the pages after the first. Together, they contain every row exactly once, regardless of their length. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type Context, JigError } from "../../../core/host/plugin-api.ts";
import { FakeCache, FakeClock, FakeFiles, runningRg } from "../../../test/search/fake-context.ts";
import { SearchDeadline } from "../ripgrep/search-deadline.ts";
import { Warnings } from "../ripgrep/warnings.ts";
import { readRows } from "./collect-rows.ts";
import { countMatches } from "./count-matches.ts";
import { maxRowsPerFile, readPage, requestHash, saveForNextPages } from "./match-page.ts";
import type { MatchRow } from "./match-rows.ts";
import { mergeRows } from "./multi-query.ts";
import { toRequest } from "./request.ts";
import savedSearch, { type SavedSearchHead, type SavedSearchJob } from "./saved-search.ts";
import type { SearchRun } from "./search-run.ts";
import { searchSlice } from "./sliced-arrays.ts";

const ROOT = realpathSync(mkdtempSync(join(tmpdir(), "jig-match-page-")));
mkdirSync(join(ROOT, "sub"));
// Number of rows per file for `x`: 3, 2, 4, 1. Each line of sub/c.txt also contains a `y`.
writeFileSync(join(ROOT, "a.txt"), "x\nx\nx\n");
writeFileSync(join(ROOT, "b.txt"), "x x\n");
writeFileSync(join(ROOT, "sub/c.txt"), "x y\nx y\nx y\nx y\n");
writeFileSync(join(ROOT, "z.txt"), "x\n");
const PATHS = ["a.txt", "b.txt", "sub/c.txt", "z.txt"].map((name) => join(ROOT, name));

type Run = SearchRun & { context: Context };

/** Creates a search in ROOT and the cache that saves it. `jobs` receives the jobs that are sent to the worker. */
function searchOf(input: object = {}, { clock = new FakeClock(), fetched = false } = {}) {
  const cache = new FakeCache(clock);
  const jobs: SavedSearchJob[] = [];
  const controller = new AbortController();
  const parts = { cache, clock, files: new FakeFiles({}), signal: controller.signal };
  const context = {
    ...parts,
    run: runningRg(),
    worker: async (name: string, job: SavedSearchJob, options: { signal: AbortSignal }) => {
      assert.equal(name, "savedSearch");
      assert.equal(options.signal, controller.signal);
      jobs.push(job);
      return await savedSearch(job, parts);
    },
  } as unknown as Context;
  const { query } = toRequest({ query: "x", ...input });
  const target = { cwd: ROOT, paths: [ROOT], explicit: false, noIgnore: false, without: [] };
  const search: Run = {
    context,
    query,
    targets: [fetched ? { ...target, fetched } : target],
    deadline: new SearchDeadline(60_000),
    warnings: new Warnings(),
    slice: searchSlice(clock),
  };
  return { search, cache, clock, controller, jobs };
}

function headOf({ query, targets }: SearchRun): SavedSearchHead {
  return {
    request: requestHash(query, targets),
    startedAt: Number.MAX_SAFE_INTEGER,
    total: 10,
    overfull: 0,
    base: ROOT,
  };
}

/** Returns the counts and rows of each pattern, merged in the same way as by a search. */
async function findAll(search: Run) {
  const { patterns } = search.query;
  const ones = patterns.map((pattern) => ({
    ...search,
    query: { ...search.query, patterns: [pattern] },
    ...(patterns.length > 1 ? { label: pattern } : {}),
  }));
  const files = new Map<string, number>();
  const lists: MatchRow[][] = [];
  for (const one of ones) {
    for (const [path, count] of (await countMatches({ ...one, query: { ...one.query, maxCount: undefined } })).files)
      files.set(path, (files.get(path) ?? 0) + count);
    lists.push(await readRows(one, PATHS, 1000));
  }
  return { files, rows: await mergeRows(lists, search) };
}

/** Returns all rows in pages of `most`, following the cursors like a client. */
async function inPages(search: Run, most: number) {
  const { files, rows } = await findAll(search);
  const first = { files, rows: rows.slice(0, most) };
  const pages = await saveForNextPages(search, first, headOf(search));
  const all = [first.rows];
  let cursor = pages?.next;
  for (let count = 0; cursor !== undefined && count < 20; count++) {
    const page = await readPage(search, cursor, headOf(search).request, most);
    all.push(page.rows);
    cursor = page.next;
  }
  return { expected: rows, all, pages };
}

test("the pages together are all rows, each once", async () => {
  const questions = [
    {},
    { max_count: 2 },
    { query: undefined, queries: ["x", "y"] },
    { max_count: 1, query: undefined, queries: ["x", "y"] },
  ];
  for (const question of questions) {
    for (const most of [1, 2, 3, 4, 5, 9]) {
      const { expected, all } = await inPages(searchOf(question).search, most);
      assert.deepEqual(all.flat(), expected, JSON.stringify([question, most]));
      const sizes = all.map(({ length }) => length).filter((length) => length > 0);
      assert.deepEqual(
        sizes,
        Array.from({ length: Math.ceil(expected.length / most) }, (_, at) =>
          Math.min(most, expected.length - at * most),
        ),
      );
    }
  }
});

test("where each page begins is known with the first", async () => {
  const { search } = searchOf();
  const { expected, pages } = await inPages(search, 3);
  assert.deepEqual(
    pages!.parts!.map(({ before }) => before),
    [0, 3, 6, 9],
  );
  for (const { before, input } of pages!.parts!) {
    const page = await readPage(search, String(input.cursor), headOf(search).request, 3);
    assert.deepEqual(page.rows, expected.slice(before, before + 3));
  }
  const capped = await inPages(searchOf({ max_count: 2 }).search, 3);
  assert.deepEqual(
    capped.pages!.parts!.map(({ before }) => before),
    [0, 3, 6],
  );
});

test("links and several patterns leave it open where pages begin", async () => {
  for (const input of [{ follow_symlinks: true }, { query: undefined, queries: ["x", "y"] }]) {
    const { pages } = await inPages(searchOf(input).search, 3);
    assert.match(pages!.next, /^rows:[0-9a-f]{16}\.\d+\.\d+$/);
    assert.equal(pages!.parts, undefined);
  }
});

test("the cursor names the saved files, the next file, and how many of its rows were given", async () => {
  const { search } = searchOf();
  const { files, rows } = await findAll(search);
  for (const [given, place] of [
    [1, "0.1"],
    [3, "0.3"],
    [4, "1.1"],
    [7, "2.2"],
    [10, "3.1"],
  ] as const) {
    const pages = await saveForNextPages(search, { files, rows: rows.slice(0, given) }, headOf(search));
    assert.equal(pages!.next.split(".").slice(1).join("."), place);
  }
});

test("a page says what its files have, and what changed", async () => {
  const { search, cache } = searchOf();
  const { files, rows } = await findAll(search);
  const { next } = (await saveForNextPages(search, { files, rows: rows.slice(0, 1) }, headOf(search)))!;
  const page = await readPage(search, next, headOf(search).request, 3);
  assert.deepEqual(page.head, headOf(search));
  assert.deepEqual(
    page.files,
    new Map([
      [PATHS[0]!, 3],
      [PATHS[1]!, 2],
    ]),
  );
  // The fake file system contains none of these paths.
  assert.deepEqual(page.changed, PATHS);
  assert.equal(cache.entries.size, 1);
});

test("a cursor that is none, of another search, or of one that is gone is refused", async () => {
  const { search, cache } = searchOf();
  const { pages } = await inPages(search, 3);
  const { request } = headOf(search);
  const refusals: [cursor: string, request: string, message: RegExp][] = [
    ["rows:nothing", request, /The cursor is invalid/],
    [pages!.next.replace("rows:", ""), request, /The cursor is invalid/],
    [`${pages!.next} `, request, /The cursor is invalid/],
    [pages!.next, "another", /belongs to another search/],
    [`rows:${"0".repeat(16)}.0.0`, request, /no longer kept/],
  ];
  for (const [cursor, of, message] of refusals) {
    const refused = await readPage(search, cursor, of, 3).catch((error) => error as JigError);
    assert.ok(refused instanceof JigError, cursor);
    assert.equal(refused.code, "INVALID_ARGUMENT");
    assert.match(refused.message, message);
    assert.ok(refused.hint);
    assert.deepEqual(refused.details, { parameter: "cursor" });
  }
  await cache.remove([...cache.entries.keys()][0]!);
  await assert.rejects(readPage(search, pages!.next, request, 3), /no longer kept/);
});

test("when the time is over a page ends without a cursor", async () => {
  const { search } = searchOf();
  const { pages } = await inPages(search, 3);
  const late = { ...search, deadline: Object.assign(new SearchDeadline(60_000), { expired: true }) };
  const page = await readPage(late, pages!.next, headOf(search).request, 1);
  assert.deepEqual([page.rows, page.next], [[], undefined]);
});

test("a thread saves the files where they are over 2,000, and reads them back; not those that were fetched", async () => {
  for (const [count, fetched, kinds] of [
    [2000, false, []],
    [2001, false, ["save"]],
    [2001, true, []],
  ] as const) {
    const { search, cache, jobs } = searchOf({}, { fetched });
    const paths = Array.from({ length: count }, (_, at) => join(ROOT, `${String(at).padStart(4, "0")}.txt`));
    const rows = [{ file: paths[5]! }, { file: paths[6]! }] as MatchRow[];
    const files = new Map(paths.toReversed().map((path) => [path, 1]));
    const pages = await saveForNextPages(search, { files, rows }, headOf(search));
    assert.equal(pages!.next.split(".").slice(1).join("."), "6.1");
    assert.deepEqual(
      jobs.map(({ kind }) => kind),
      kinds,
    );
    const [saved] = [...cache.entries.values()].map(({ data }) => JSON.parse(Buffer.from(data).toString()));
    assert.deepEqual(saved.paths.split("\0"), paths);
    assert.deepEqual(
      saved.counts,
      paths.map(() => 1),
    );
    await readPage(search, pages!.next, headOf(search).request, 1);
    assert.deepEqual(
      jobs.map(({ kind }) => kind),
      fetched ? [] : [...kinds, "read"],
    );
  }
});

test("files that cannot be saved cost the cursor, and a warning says so; a cancelled call ends", async () => {
  const { search, cache, controller } = searchOf();
  const { files, rows } = await findAll(search);
  cache.write = async () => {
    throw new JigError("UNAVAILABLE", "The disk is full");
  };
  assert.equal(await saveForNextPages(search, { files, rows }, headOf(search)), undefined);
  assert.deepEqual(search.warnings.list(), ["There is no cursor for the remaining rows: The disk is full"]);
  controller.abort(new Error("given up"));
  await assert.rejects(saveForNextPages(search, { files, rows }, headOf(search)));
});

test("saving lets others have the thread where it takes long, and only there", async () => {
  for (const slow of [false, true]) {
    const clock = new FakeClock();
    if (slow) clock.monotonic = () => ++clock.time;
    const { search } = searchOf({}, { clock });
    const files = new Map(Array.from({ length: 1500 }, (_, at) => [join(ROOT, `${at}`), 1]));
    const rows = [{ file: join(ROOT, "1") }] as MatchRow[];
    assert.ok(await saveForNextPages(search, { files, rows }, headOf(search)));
    assert.equal(clock.sleeps > 2, slow);
    assert.equal(clock.sleeps === 0, !slow);
  }
});

test("query and targets are the request, but for what jig itself wrote", () => {
  const { search } = searchOf();
  const { query, targets } = search;
  const hash = requestHash(query, targets);
  assert.match(hash, /^[0-9a-f]{64}$/);
  const [target] = targets;
  assert.equal(requestHash({ ...query }, [{ ...target!, without: ["/answer.json"] }]), hash);
  for (const other of [
    { ...target!, noIgnore: true },
    { ...target!, paths: [`${ROOT}/sub`] },
  ])
    assert.notEqual(requestHash(query, [other]), hash);
  assert.notEqual(requestHash({ ...query, word: true }, targets), hash);
});

test("max_count holds for each pattern of a file", () => {
  const { query } = searchOf().search;
  assert.equal(maxRowsPerFile(query), Number.MAX_SAFE_INTEGER);
  assert.equal(maxRowsPerFile({ ...query, maxCount: 3 }), 3);
  assert.equal(maxRowsPerFile({ ...query, maxCount: 3, patterns: ["x", "y"] }), 6);
});
