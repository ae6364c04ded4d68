/** The pages of an answer together are ripgrep's rows, each once; where files change meanwhile, those are named and no other row is lost. */
import assert from "node:assert/strict";
import { appendFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { JsonObject } from "../../core/host/frontend-api.ts";
import { createTestHost } from "../../core/host/testing.ts";
import { BUILT_INS } from "../../plugins/mod.ts";
import { corpus, scratch } from "../jig.ts";
import { askRipgrep, type OracleRow, type Question } from "./oracle.ts";
import { questions } from "./questions.ts";
import { openSession, type Session } from "./session.ts";

interface Row {
  file: string;
  line_number: number;
  column: number;
  match_text: string;
  query?: string;
}

interface Pages {
  rows: Row[];
  changed: Set<string>;
  pages: number;
  totals: Set<number>;
}

const NOTHING = (_: Row[]) => {};

/** A host in this process: its pages are as long as `limit` says, where a frontend's are as long as a model can read. */
async function openHost(root: string): Promise<Pick<Session, "call" | "close">> {
  const host = await createTestHost({ roots: [root], builtIns: BUILT_INS });
  return {
    async call(tool, input) {
      const { value, next, changed } = await host.invoke(tool, input);
      return { ...(value as JsonObject), ...(next ? { next } : {}), ...(changed ? { changed } : {}) };
    },
    close: () => host.close(),
  };
}

/** Follows `next` to the end. `between` may change files after each page; it gets the rows so far. */
async function follow(jig: Pick<Session, "call">, input: object, between = NOTHING): Promise<Pages> {
  const found: Pages = { rows: [], changed: new Set(), pages: 0, totals: new Set() };
  let more: object = {};
  for (;;) {
    const answer = await jig.call("search_content", { timeout_ms: 100_000, ...input, ...more });
    assert.equal(answer.success, true, `${JSON.stringify({ ...input, ...more })}: ${answer.error}`);
    found.pages++;
    found.totals.add(answer.total_matches);
    found.rows.push(...rowsOf(answer));
    for (const path of answer.changed ?? []) found.changed.add(path);
    if (!answer.next) return found;
    assert.equal(answer.truncated, true);
    more = JSON.parse(JSON.stringify(answer.next)) as object;
    between(found.rows);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
function rowsOf({ results, files, members }: any): Row[] {
  if (results) return results;
  type Group = [string, { matches: Row[] }];
  if (files)
    return (Object.entries(files) as Group[]).flatMap(([file, { matches }]) =>
      matches.map((row) => ({ ...row, file })),
    );
  return (members as { file: string; matches: Row[] }[]).flatMap(({ file, matches }) =>
    matches.map((row) => ({ ...row, file })),
  );
}

const nameOf = ({ file, line_number, column }: OracleRow) => `${file}:${line_number}:${column}`;

function sameRows(rows: readonly Row[], expected: readonly OracleRow[], label: string): void {
  assert.equal(rows.length, expected.length, `${label}: rows`);
  for (const [index, row] of rows.entries()) {
    const wanted = expected[index]!;
    if (nameOf(row) !== nameOf(wanted)) assert.equal(nameOf(row), nameOf(wanted), `${label}: row ${index}`);
    if (row.match_text.length < 499) assert.equal(row.match_text, wanted.match_text, label);
  }
}

/** Files of unlike sizes, 26,000 matches: two are each more than a part holds. */
const SIZES: [name: string, lines: number][] = [
  ["a/small.txt", 3],
  ["b/large.txt", 12_500],
  ["c/one.txt", 1],
  ...Array.from({ length: 40 }, (_, at): [string, number] => [`d/${at}.txt`, 50 + at]),
  ["e/large.txt", 10_500],
  ["f/last.txt", 7],
];
const textOf = (lines: number, word = "needle") =>
  Array.from({ length: lines }, (_, at) => (at % 5 === 0 ? `the other ${at}` : `a ${word} ${at}`)).join("\n");
const tree = () => scratch(Object.fromEntries(SIZES.map(([name, lines]) => [name, textOf(lines)])));

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

describe("files that change between pages", () => {
  /** Changes files when the first page, or that many rows, are known. */
  async function changing(input: object, when: number, edit: (root: string) => string[]) {
    const root = tree();
    const jig = await openHost(root);
    const before = askRipgrep(root, { query: "needle|other" })!;
    let edited: string[] | undefined;
    const { rows, changed } = await follow(jig, { query: "needle|other", ...input }, (rows) => {
      if (edited === undefined && rows.length >= when) edited = edit(root).map((path) => join(root, path));
    });
    await jig.close();
    assert.deepEqual([...changed].sort(), edited!.sort(), "exactly these are named");
    const others = <Each extends OracleRow>(list: readonly Each[]) =>
      list.filter(({ file }) => !edited!.includes(file));
    sameRows(others(rows), others(before), "no other row is lost or doubled");
  }
  const edits: [string, (root: string) => string[]][] = [
    ["rows more", (root) => touch(root, "d/3.txt", (path) => appendFileSync(path, "\nneedle\nneedle\n"))],
    ["rows less", (root) => touch(root, "e/large.txt", (path) => writeFileSync(path, textOf(100)))],
    ["gone", (root) => touch(root, "d/7.txt", (path) => rmSync(path))],
    [
      "several, also one that was given",
      (root) => [
        ...touch(root, "a/small.txt", (path) => writeFileSync(path, "nothing\n")),
        ...touch(root, "b/large.txt", (path) => appendFileSync(path, "\nneedle\n")),
        ...touch(root, "f/last.txt", (path) => writeFileSync(path, textOf(70))),
      ],
    ],
  ];
  for (const [name, edit] of edits) {
    for (const [when, at] of [
      [0, "the first page"],
      [10_000, "the first part"],
      [15_000, "a page of the second part"],
    ] as const) {
      test(`${name}, after ${at}`, { timeout: 600_000 }, () => changing({ limit: 1500 }, when, edit));
    }
  }

  function touch(root: string, path: string, change: (path: string) => void): string[] {
    change(join(root, path));
    return [path];
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
