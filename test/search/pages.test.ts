/** All pages together are exactly ripgrep's rows. Changed files are reported and no other row is lost. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { changing, EDITS, follow, openHost, sameRows, tree } from "./follow-pages.ts";
import { askRipgrep } from "./oracle.ts";
import { openSession, type Session } from "./session.ts";

describe("pages", () => {
  const ROOT = tree();
  let jig: Pick<Session, "call" | "close">;
  before(async () => {
    jig = await openHost(ROOT);
  });
  after(() => jig.close());
  test("over MCP, where a page is what a model can read", { timeout: 600_000 }, async () => {
    const session = await openSession(ROOT);
    const { rows, pages } = await follow(session, { query: "needle", roots: ["b"] });
    await session.close();
    sameRows(
      rows,
      askRipgrep(ROOT, { query: "needle" })!.filter(({ file }) => file.startsWith(join(ROOT, "b"))),
      "MCP",
    );
    assert.ok(pages > 20);
  });

  test("a cursor belongs to its request, and one that is gone is said to be", async () => {
    const first = await jig.call("search_content", { query: "needle", limit: 10_000 });
    const past = await jig.call("search_content", { query: "needle|other", limit: 9000 });
    for (const { next } of [first, past]) {
      const other = await jig.call("search_content", { query: "something", ...next });
      assert.deepEqual([other.success, other.code], [false, "INVALID_ARGUMENT"]);
      assert.match(other.error, /another/);
    }
    for (const cursor of ["rows:0123456789abcdef.3.5", "rows:x", "nonsense", "a|b.c.d"]) {
      const answer = await jig.call("search_content", { query: "needle", cursor });
      assert.deepEqual([answer.success, answer.code], [false, "INVALID_ARGUMENT"], cursor);
    }
  });

  test("files, counts and members have pages too", { timeout: 600_000 }, async () => {
    const all = askRipgrep(ROOT, { query: "needle" })!;
    const paths: string[] = [];
    const counts: Record<string, number> = {};
    for (const mode of ["files_only", "count_only_matches"]) {
      let more = {};
      for (;;) {
        const answer = await jig.call("search_content", { query: "needle", [mode]: true, limit: 11, ...more });
        paths.push(...(answer.paths ?? []));
        Object.assign(counts, answer.file_counts ?? {});
        assert.equal(answer.total_matches, all.length);
        if (!answer.next) break;
        more = answer.next;
      }
    }
    assert.deepEqual(paths, [...new Set(all.map(({ file }) => file))]);
    assert.deepEqual(Object.keys(counts), paths);
    const small = { query: "needle", roots: ["d"], enclosing: true, limit: 900 };
    sameRows(
      (await follow(jig, small)).rows,
      all.filter(({ file }) => file.startsWith(join(ROOT, "d/"))),
      "members",
    );
  });
});

test("files that change between pages are named, and no other row is lost", { timeout: 600_000 }, async () => {
  const [, edit] = EDITS.find(([name]) => name.startsWith("several"))!;
  await changing({ limit: 1500 }, 10_000, edit);
});
