/** Slow paging tests: all shapes, changes at all positions, listings in all orders. */
import assert from "node:assert/strict";
import { readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createTestHost } from "../../core/host/testing.ts";
import { BUILT_INS } from "../../plugins/mod.ts";
import { corpus, scratch } from "../jig.ts";
import { changing, EDITS, follow, openHost, rowsOf, sameRows, tree } from "./follow-pages.ts";
import { askRipgrep, type Question } from "./oracle.ts";
import { questions } from "./questions.ts";
import { openSession, type Session } from "./session.ts";

describe("pages", () => {
  const ROOT = tree();
  let jig: Pick<Session, "call" | "close">;
  before(async () => {
    jig = await openHost(ROOT);
  });
  after(() => jig.close());

  const cases: [string, Question & object][] = [
    ["pages of 777 rows", { query: "needle|other", limit: 777 } as never],
    ["groups", { query: "needle|other", group_by_file: true, limit: 4000 } as never],
    ["an empty match", { query: "^", limit: 4000 } as never],
    ["below some roots", { query: "other", roots: ["d", "e"], limit: 900 } as never],
  ];
  for (const [name, input] of cases) {
    test(`${name}: together they are ripgrep's rows`, { timeout: 600_000 }, async () => {
      const expected = askRipgrep(ROOT, { query: input.query })!.filter(({ file }) => {
        const { roots } = input as { roots?: string[] };
        return !roots || roots.some((root) => file.startsWith(join(ROOT, root)));
      });
      const { rows, pages, totals, changed } = await follow(jig, input);
      sameRows(rows, expected, name);
      assert.ok(pages > 2);
      assert.deepEqual([[...totals], changed.size], [[expected.length], 0]);
    });
  }

  test("with max_count each file has as many rows, and the total is of all", { timeout: 600_000 }, async () => {
    const all = askRipgrep(ROOT, { query: "needle|other" })!;
    const seen = new Map<string, number>();
    const expected = all.filter(({ file }) => seen.set(file, (seen.get(file) ?? 0) + 1).get(file)! <= 9000);
    const { rows, totals } = await follow(jig, { query: "needle|other", max_count: 9000, limit: 2500 });
    sameRows(rows, expected, "max_count");
    assert.deepEqual([...totals], [all.length]);
  });

  test("several queries: each row once for each query that matches there", { timeout: 600_000 }, async () => {
    const queries = ["needle 1", "needle", "(?i)OTHER"];
    const lists = queries.map((query, order) => askRipgrep(ROOT, { query })!.map((row) => ({ ...row, query, order })));
    const expected = lists
      .flat()
      .sort(
        (a, b) =>
          (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
          a.line_number - b.line_number ||
          a.column - b.column ||
          a.order - b.order,
      );
    const { rows, totals } = await follow(jig, { queries, limit: 3000 });
    sameRows(rows, expected, "queries");
    assert.deepEqual(
      rows.map(({ query }) => query),
      expected.map(({ query }) => query),
    );
    assert.deepEqual([...totals], [expected.length]);
  });

  test("each part of a long answer can be asked for by itself, the last one first", async () => {
    const host = await createTestHost({ roots: [ROOT], builtIns: BUILT_INS });
    const shapes: [object, number][] = [
      [{ context_before: 1 }, 3],
      [{ max_count: 9000, group_by_file: true }, 3],
    ];
    for (const [shape, count] of shapes) {
      const input = { query: "needle|other", timeout_ms: 100_000, ...shape };
      const { parts = [] } = await host.invoke("search_content", input);
      assert.equal(parts.length, count, JSON.stringify(shape));
      const { rows } = await follow(jig, input);
      let end = rows.length;
      for (const { before, input: more } of [...parts].reverse()) {
        const { value, next } = await host.invoke("search_content", { ...input, ...more });
        assert.deepEqual(rowsOf(value), rows.slice(before, end), `${JSON.stringify(shape)} from ${before}`);
        assert.equal(next === undefined, end === rows.length);
        end = before;
      }
      assert.equal(end, 0);
    }
    await host.close();
  });
});

describe("files that change between pages", () => {
  for (const [name, edit] of EDITS) {
    for (const [when, at] of [
      [0, "the first page"],
      [10_000, "the first part"],
      [15_000, "a page of the second part"],
    ] as const) {
      test(`${name}, after ${at}`, { timeout: 600_000 }, () => changing({ limit: 1500 }, when, edit));
    }
  }
});

describe("a listing goes on behind its last entry", () => {
  test("in every order", { timeout: 600_000 }, async () => {
    const root = scratch();
    for (let at = 0; at < 10_300; at++) writeFileSync(join(root, `${at}.txt`), "x".repeat(at % 7));
    const jig = await openHost(root);
    for (const input of [{}, { sort: "size" }, { sort: "time" }, { pattern: "\\.txt$", sort: "size" }]) {
      const paths: string[] = [];
      const sizes: number[] = [];
      let more = {};
      for (;;) {
        const answer = await jig.call("list_files", { limit: 3000, ...input, ...more });
        assert.equal(answer.success, true, answer.error);
        assert.equal(answer.total_count, 10_300);
        for (const row of answer.results) {
          paths.push(row.path);
          sizes.push(row.size_bytes);
        }
        if (!answer.next) break;
        more = answer.next;
      }
      assert.equal(paths.length, 10_300, JSON.stringify(input));
      assert.equal(new Set(paths).size, 10_300);
      if (!("sort" in input)) assert.deepEqual(paths, paths.toSorted());
      if ("sort" in input && input.sort === "size")
        assert.deepEqual(
          sizes,
          sizes.toSorted((a, b) => b - a),
        );
    }
    await jig.close();
  });
});

describe("500 questions about a real tree", () => {
  const found = corpus("UnityCsReference");
  const root = found && realpathSync(found);
  test("the pages of each are ripgrep's rows", {
    timeout: 14_400_000,
    skip: root ? false : "no JIG_CORPUS",
  }, async () => {
    const files = readdirSync(root!, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".cs"))
      .sort()
      .map((path) => join(root!, path));
    const jig = await openSession(root!);
    let most = 0;
    let pages = 0;
    for (const question of questions(files, 500, 12)) {
      const expected = askRipgrep(root!, question)!;
      const found = await follow(jig, { ...question, timeout_ms: 100_000, limit: 2000 });
      sameRows(found.rows, expected, JSON.stringify(question));
      assert.deepEqual([[...found.totals], found.changed.size], [[expected.length], 0]);
      most = Math.max(most, found.rows.length);
      pages += found.pages;
    }
    await jig.close();
    console.log(`500 questions, ${pages} pages, the longest answer ${most} rows`);
  });
});
