/** Tests when a result is cached, when it is used again, and how edits affect it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { JigError, type ServiceContext } from "../../../core/host/plugin-api.ts";
import { FakeClock } from "../../../test/search/fake-context.ts";
import type { Fingerprint, FingerprintRequest } from "./fingerprint.ts";
import { toRequest } from "./request.ts";
import { open, ResultCache, type SearchIdentity } from "./result-cache.ts";
import type { SearchResult } from "./search-result.ts";

const TARGET = { cwd: "/w", paths: ["/w"], explicit: false, noIgnore: false, without: [] };
const FOUND: SearchResult = {
  files: new Map([["/w/a.txt", 2]]),
  total: 2,
  overfull: 0,
  rows: [],
  timedOut: false,
  incomplete: false,
  broken: false,
  warnings: [],
};

function identityOf(input: object = {}, more: Partial<SearchIdentity> = {}): SearchIdentity {
  const { query } = toRequest({ query: "x", ...input });
  return { query, targets: [TARGET], kind: "rows", ...more };
}

/** Creates a cache whose sweeps return or throw `sweep.result`. `sweeps` receives the arguments of each sweep. */
function cacheWith(result: Partial<Fingerprint> = {}) {
  const clock = new FakeClock();
  const sweeps: FingerprintRequest[] = [];
  const sweep: { result: Fingerprint | Error | Promise<Fingerprint> } = {
    result: { hash: "as it was", newest: 0, tookMs: 7, ...result },
  };
  const debug: string[] = [];
  const { signal } = new AbortController();
  const context = {
    clock,
    signal,
    log: { debug: (message: string) => void debug.push(message) },
    worker: async (name: string, request: FingerprintRequest, options: { signal: AbortSignal }) => {
      assert.equal(name, "fingerprint");
      assert.equal(options.signal, signal);
      sweeps.push(request);
      if (sweep.result instanceof Error) throw sweep.result;
      return await sweep.result;
    },
  };
  const cache = new ResultCache(context as unknown as ServiceContext);
  const put = async (
    identity: SearchIdentity,
    found = FOUND,
    { mode = "rows", startedAt = clock.time, ms = 1000 } = {},
  ) => {
    cache.put(identity, mode, found, startedAt, ms);
    await settled();
  };
  return { cache, clock, sweeps, sweep, debug, put };
}

/** Waits for work that was started without being awaited. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a slow answer is used again after a sweep that finds every file as it was", async () => {
  const { cache, sweeps, put } = cacheWith();
  await put(identityOf());
  assert.deepEqual(await cache.get(identityOf(), "rows"), { ...FOUND, cacheHit: true });
  assert.deepEqual(await cache.get(identityOf(), "groups"), { ...FOUND, cacheHit: true });
  const withinMs = [1000 / 5, 7 * 5 + 100, 7 * 5 + 100];
  assert.deepEqual(
    sweeps,
    withinMs.map((each) => ({ targets: [TARGET], withinMs: each })),
  );
});

test("what was never asked costs no sweep", async () => {
  const { cache, sweeps } = cacheWith();
  assert.equal(await cache.get(identityOf(), "rows"), undefined);
  assert.deepEqual(sweeps, []);
});

test("a call that comes while the answer is being cached waits for it", async () => {
  const { cache, sweep } = cacheWith();
  const { promise, resolve } = Promise.withResolvers<Fingerprint>();
  const done = sweep.result as Fingerprint;
  sweep.result = promise;
  cache.put(identityOf(), "rows", FOUND, Date.now(), 1000);
  const hit = cache.get(identityOf(), "rows");
  sweep.result = done;
  resolve(done);
  assert.equal((await hit)?.cacheHit, true);
});

test("an edit is never hidden, and forgets the answer", async () => {
  const { cache, sweeps, sweep, put } = cacheWith();
  const before = sweep.result;
  for (const now of [
    { hash: "edited", newest: 0, tookMs: 1 },
    new JigError("TIMEOUT", "Checking the files took too long"),
  ]) {
    sweep.result = before;
    // Each search takes longer than the last, because a sweep that was given up is only repeated with a longer limit.
    await put(identityOf());
    sweep.result = now;
    assert.equal(await cache.get(identityOf(), "rows"), undefined);
    sweep.result = before;
    const swept = sweeps.length;
    assert.equal(await cache.get(identityOf(), "rows"), undefined);
    assert.equal(sweeps.length, swept, "nothing is left to sweep for");
  }
});

test("only complete answers of searches without links are cached", async () => {
  const cases: [identity: SearchIdentity, found: Partial<SearchResult>, kept: boolean][] = [
    [identityOf(), {}, true],
    [identityOf(), { timedOut: true }, false],
    [identityOf(), { incomplete: true }, false],
    [identityOf({ follow_symlinks: true }), {}, false],
  ];
  for (const [identity, more, kept] of cases) {
    const { cache, sweeps, put } = cacheWith();
    await put(identity, { ...FOUND, ...more });
    assert.equal(sweeps.length, kept ? 1 : 0);
    assert.equal((await cache.get(identity, "rows")) !== undefined, kept);
  }
});

test("a search under 100 ms is not worth a sweep", async () => {
  for (const [ms, withinMs] of [
    [99, undefined],
    [100, 20],
    [101, 20.2],
  ] as const) {
    const { sweeps, put } = cacheWith();
    await put(identityOf(), FOUND, { ms });
    assert.equal(sweeps[0]?.withinMs, withinMs);
  }
});

test("a sweep that was given up is tried again only where it may take twice as long, in the same directories", async () => {
  const { cache, sweeps, sweep, debug, put } = cacheWith();
  const before = sweep.result;
  sweep.result = new JigError("TIMEOUT", "Checking the files took too long");
  await put(identityOf(), FOUND, { ms: 100 });
  assert.deepEqual(debug, ["An answer could not be cached: Checking the files took too long"]);
  assert.equal(await cache.get(identityOf(), "rows"), undefined);
  sweep.result = before;
  const tries: [identity: SearchIdentity, ms: number, swept: boolean][] = [
    [identityOf(), 200, false],
    [identityOf({ query: "y" }), 200, false],
    [identityOf({}, { targets: [{ ...TARGET, paths: ["/w/sub"] }] }), 100, true],
    [identityOf(), 201, true],
  ];
  for (const [identity, ms, swept] of tries) {
    const known = sweeps.length;
    await put(identity, FOUND, { ms });
    assert.equal(sweeps.length > known, swept, `${ms} ms`);
  }
  assert.equal((await cache.get(identityOf(), "rows"))?.cacheHit, true);
});

test("a file changed within two seconds before the search, or later, could look unchanged", async () => {
  for (const [newest, kept] of [
    [-5000, true],
    [-2001, true],
    [-2000, false],
    [-1, false],
    [1, false],
  ] as const) {
    const { cache, clock, put, sweep } = cacheWith();
    sweep.result = { hash: "as it was", newest: clock.time + newest, tookMs: 1 };
    await put(identityOf());
    assert.equal((await cache.get(identityOf(), "rows")) !== undefined, kept, String(newest));
  }
});

test("query, targets and kind decide which answer it is", async () => {
  const others: SearchIdentity[] = [
    identityOf({ query: "y" }),
    identityOf({ word: true }),
    identityOf({}, { kind: "counts" }),
    identityOf({}, { targets: [{ ...TARGET, noIgnore: true }] }),
    identityOf({}, { targets: [] }),
  ];
  const { cache, put } = cacheWith();
  await put(identityOf());
  for (const other of others) assert.equal(await cache.get(other, "rows"), undefined);
  assert.ok(await cache.get(identityOf(), "rows"));
});

test("at most 64 answers are cached; the one that was not used for longest goes first", async () => {
  const { cache, put } = cacheWith();
  const numbered = (at: number) => identityOf({ query: `x${at}` });
  for (let at = 0; at < 64; at++) await put(numbered(at));
  assert.ok(await cache.get(numbered(0), "rows"));
  await put(numbered(64));
  assert.ok(await cache.get(numbered(0), "rows"));
  assert.equal(await cache.get(numbered(1), "rows"), undefined);
  for (const at of [2, 63, 64]) assert.ok(await cache.get(numbered(at), "rows"), String(at));
});

test("all answers together have at most 100,000 rows and files; the oldest go", async () => {
  const { cache, put } = cacheWith();
  const big = { ...FOUND, rows: new Array(49_999) };
  await put(identityOf({ query: "a" }), big);
  await put(identityOf({ query: "b" }), big);
  assert.ok(await cache.get(identityOf({ query: "a" }), "rows"));
  assert.ok(await cache.get(identityOf({ query: "b" }), "rows"));
  await put(identityOf({ query: "c" }));
  assert.equal(await cache.get(identityOf({ query: "a" }), "rows"), undefined);
  assert.ok(await cache.get(identityOf({ query: "b" }), "rows"));
  assert.ok(await cache.get(identityOf({ query: "c" }), "rows"));
  await put(identityOf({ query: "d" }), {
    ...FOUND,
    files: new Map(Array.from({ length: 50_001 }, (_, at) => [`${at}`, 1])),
  });
  assert.equal(await cache.get(identityOf({ query: "b" }), "rows"), undefined);
  assert.ok(await cache.get(identityOf({ query: "d" }), "rows"));
});

test("the counts of a bare total serve the modes of counts", async () => {
  const identity = identityOf({ max_count: 3 }, { kind: "counts" });
  const raw = { target: TARGET, chunks: [Buffer.from("./a.txt\x002\n./b.t"), Buffer.from("xt\x005\n")] };
  const bare = { ...FOUND, files: new Map(), total: 5, overfull: 1 };
  const { cache, put } = cacheWith();
  await put(identity, { ...bare, raw }, { mode: "total" });
  assert.deepEqual(await cache.get(identity, "total"), { ...bare, raw, cacheHit: true });
  const counts = await cache.get(identity, "counts");
  assert.deepEqual(
    counts?.files,
    new Map([
      ["/w/a.txt", 2],
      ["/w/b.txt", 3],
    ]),
  );
  assert.deepEqual([counts.total, counts.overfull, counts.derived, counts.cacheHit], [5, 1, true, true]);
});

test("a total without its counts serves other modes only where it knows the files", async () => {
  const identity = identityOf({}, { kind: "counts" });
  for (const files of [new Map<string, number>(), FOUND.files]) {
    const { cache, put } = cacheWith();
    const found = { ...FOUND, files };
    await put(identity, found, { mode: "total" });
    assert.deepEqual(await cache.get(identity, "total"), { ...found, cacheHit: true });
    const expected = files.size > 0 ? { ...found, cacheHit: true, derived: true } : undefined;
    assert.deepEqual(await cache.get(identity, "files"), expected);
  }
  const { cache, put } = cacheWith();
  await put(identity, FOUND, { mode: "files" });
  assert.deepEqual(await cache.get(identity, "total"), { ...FOUND, cacheHit: true });
});

test("closing forgets everything", async () => {
  const { cache, sweeps, put } = cacheWith();
  await put(identityOf());
  cache.close();
  assert.equal(await cache.get(identityOf(), "rows"), undefined);
  assert.equal(sweeps.length, 1);
});

test("the service opens an empty cache", async () => {
  const cache = await open({} as ServiceContext);
  assert.ok(cache instanceof ResultCache);
  assert.equal(await cache.get(identityOf(), "rows"), undefined);
});
