/** Answers for a large file are cached, and edits are never missed. */
import assert from "node:assert/strict";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession } from "./session.ts";

describe("1.9 cache", () => {
  const line = "a fairly long line of text that ends with the word needle\n";
  /** One large file takes long to search but is quick to stat. Old enough to be cached. */
  const root = scratch({ "big.log": line.repeat(1_500_000) });
  const slow = { query: "(fairly|long) .*(ends|with) .*needle" };
  const age = () => utimesSync(join(root, "big.log"), new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));

  test("modes, limits and case never answer for one another; an edit is never hidden", {
    timeout: 120_000,
  }, async () => {
    age();
    const other = await openSession(root);
    const ask = (input: object) => other.call("search_content", { ...slow, max_count: 2000, ...input });
    assert.equal(await ask({ total_only: true, max_count: undefined }), 1_500_000);
    const counts = await ask({ count_only_matches: true, max_count: undefined });
    assert.deepEqual(counts.file_counts, { [join(root, "big.log")]: 1_500_000 });
    assert.deepEqual([counts.cache_hit, counts.derived_from_total_only], [true, true]);
    const rows = await ask({ max_count: 1 });
    assert.deepEqual([rows.count, rows.results.length, rows.cache_hit], [1, 1, undefined]);
    assert.equal((await ask({ max_count: 2 })).count, 2);
    assert.equal(await ask({ query: "FAIRLY .*(ends|with) .*needle", total_only: true }), 0);
    writeFileSync(join(root, "big.log"), line.repeat(10));
    age();
    assert.equal(await ask({ total_only: true, max_count: undefined }), 10);
    await other.close();
  });
});
