/** A listing longer than one part: all parts are of the first listing and mention later changes. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createCache } from "../../core/host/capabilities/cache.ts";
import type { JsonObject, Outcome } from "../../core/host/frontend-api.ts";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import { BUILT_INS } from "../../plugins/mod.ts";
import { EntryTable } from "../../plugins/search/list/entry-table.ts";
import { saveListing } from "../../plugins/search/list/saved-listing.ts";
import { scratch } from "../jig.ts";

const PART = 10_000;
const ROOT = scratch({ "a/x.txt": "x", "a.b/y.txt": "y", "a-/z.txt": "z" });
for (let at = 0; at < PART; at++) writeFileSync(join(ROOT, "a", `${at}.txt`), "");
mkdirSync(join(ROOT, "z/empty"), { recursive: true });
for (const name of ["gone", "longer", "later", "same", "other"]) writeFileSync(join(ROOT, "z", `${name}.txt`), name);
symlinkSync(join(ROOT, "a"), join(ROOT, "z/link"));

const runtime = testRuntime();
let host: Awaited<ReturnType<typeof createTestHost>>;
before(async () => {
  host = await createTestHost({ roots: [ROOT], builtIns: BUILT_INS, runtime });
});
after(() => host.close());

interface Told extends JsonObject {
  results: JsonObject[];
  total_count: number;
}

async function list(input: JsonObject): Promise<Outcome & { value: Told }> {
  const outcome = await host.invoke("list_files", { limit: PART, ...input });
  return outcome as Awaited<ReturnType<typeof list>>;
}
const pathsOf = ({ value }: Awaited<ReturnType<typeof list>>) => value.results.map(({ path }) => path as string);
const keptFiles = () =>
  (readdirSync(runtime.cacheFolder, { recursive: true }) as string[]).filter((path) => /\/list-[0-9a-f.]+$/.test(path));

describe("a listing of two parts", () => {
  test("in the order of paths as they are written, and of whatever else", async () => {
    for (const input of [{}, { sort: "size" }, { sort: "time" }, { pattern: "t", full_path_match: true }]) {
      const first = await list(input);
      const second = await list({ ...input, ...first.next });
      const paths = [...pathsOf(first), ...pathsOf(second)];
      if (!("sort" in input)) assert.deepEqual(paths, paths.toSorted());
      assert.deepEqual([paths.length, new Set(paths).size], [first.value.total_count, first.value.total_count]);
      assert.deepEqual([second.changed, second.value.warnings, second.next], [undefined, undefined, undefined]);
      const parts = first.parts!;
      assert.deepEqual(
        parts.map(({ before }) => before),
        [0, PART],
      );
      for (const [at, part] of [first, second].entries()) {
        const again = await list({ ...input, ...parts[at]!.input });
        assert.deepEqual([pathsOf(again), again.next], [pathsOf(part), part.next]);
      }
    }
    const nested = await list({ roots: ["a", "."] });
    const whole = await list({});
    assert.deepEqual(pathsOf(nested), pathsOf(whole));
  });

  test("a cursor of another listing is refused; without what was kept it is listed again, and that is said", async () => {
    const first = await list({});
    const { next } = first;
    const foreign = await list({ ...next, hidden: true });
    assert.match(String((foreign.value as JsonObject).error), /another listing/);
    const kept = await list({ ...next });
    for (const path of keptFiles()) rmSync(join(runtime.cacheFolder, path));
    const again = await list({ ...next });
    assert.deepEqual(pathsOf(again), pathsOf(kept));
    assert.match(String(again.value.warnings), /listed again/);
    for (const path of keptFiles()) rmSync(join(runtime.cacheFolder, path));
    const start = await list({ ...first.parts![0]!.input });
    assert.deepEqual(pathsOf(start), pathsOf(first));
  });

  test("what is gone is left out and named, what changed is named and told as it is, nothing is walked", async () => {
    const { next, value } = await list({});
    rmSync(join(ROOT, "z/gone.txt"));
    writeFileSync(join(ROOT, "z/longer.txt"), "very much longer");
    utimesSync(join(ROOT, "z/later.txt"), 1, 1);
    rmSync(join(ROOT, "z/other.txt"));
    mkdirSync(join(ROOT, "z/other.txt"));
    rmSync(join(ROOT, "z/same.txt"));
    writeFileSync(join(ROOT, "z/new.txt"), "");
    const part = await list({ ...next });
    const named = ["z", "z/gone.txt", "z/later.txt", "z/longer.txt", "z/other.txt", "z/same.txt"];
    assert.deepEqual(
      part.changed,
      named.map((path) => join(ROOT, path)),
    );
    const below = pathsOf(part).filter((path) => path.startsWith(join(ROOT, "z/")));
    assert.deepEqual(
      below.map((path) => path.slice(ROOT.length + 1)),
      ["z/empty", "z/later.txt", "z/link", "z/longer.txt"],
    );
    const sizeOf = (name: string) => part.value.results.find(({ path }) => path === join(ROOT, name))!.size_bytes;
    assert.deepEqual([sizeOf("z/longer.txt"), sizeOf("z/link")], [16, null]);
    assert.equal(part.value.total_count, value.total_count);
  });
});

test("no more than twenty listings are kept", async () => {
  const cache = createCache(join(scratch(), "cache"));
  const entries = new EntryTable();
  for (const path of ["/a", "/b", "/c"]) entries.add(path, "f", 1, 1);
  const context = {
    cache,
    clock: { now: Date.now, monotonic: Date.now, sleep: async () => {} },
    signal: new AbortController().signal,
  };
  for (let at = 0; at < 22; at++) {
    const id = at.toString(16).padStart(16, "0");
    const kept = await saveListing(
      entries,
      Uint32Array.of(0, 1, 2),
      2,
      { id, request: "", warnings: [], unlisted: [] },
      context,
    );
    assert.deepEqual(kept, { savedId: id });
  }
  const keys = (await cache.list()).map(({ key }) => key);
  assert.deepEqual([keys.length, new Set(keys.map((key) => key.split(".")[0])).size], [60, 20]);
});
