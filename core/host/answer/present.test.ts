/** Answers as sent by frontends: any shape fits the budget, and all pages together are complete. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decode } from "@toon-format/toon";
import { environmentOf, newStore, plainPaths, presentCall, toolOf } from "../../../test/answers/pipeline.ts";
import type { Json, JsonObject, Outcome, ViewKind } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import type { Format, PresentOptions } from "../contract/presented-answer.ts";
import { pagedOutcome } from "./page.ts";

const paths = plainPaths("/w/");

function shower(output: Output<unknown>, view: ViewKind = "json") {
  const tool = toolOf(output, { view });
  const about = environmentOf({ paths, rootLine: "root: /w" });
  return {
    ...about,
    show: (outcome: Outcome, maxChars: number, as: Format = "json", input: JsonObject = {}) =>
      presentCall({ tool, input, startedAt: 0 }, outcome, { as, maxChars }, about),
    /** All pages, following `next`. */
    async pages(value: Json, maxChars: number, as: Format = "json", more: PresentOptions = {}): Promise<JsonObject[]> {
      const pages: JsonObject[] = [];
      let input: JsonObject = {};
      for (let tries = 0; tries < 500; tries++) {
        const outcome = await pagedOutcome({ tool, input, startedAt: 0 }, about, async () => ({ value }));
        const shown = await presentCall({ tool, input, startedAt: 0 }, outcome, { as, maxChars, ...more }, about);
        assert.ok(shown.text.length <= maxChars, `${shown.text.length} > ${maxChars}`);
        assert.ok(shown.text.split("\n").length <= (more.maxLines ?? Number.POSITIVE_INFINITY) + 1);
        assert.ok(Buffer.byteLength(shown.text) <= (more.maxBytes ?? Number.POSITIVE_INFINITY));
        pages.push(
          (as === "json"
            ? JSON.parse(shown.text)
            : as === "toon"
              ? decode(shown.text)
              : { text: shown.text }) as JsonObject,
        );
        if (!shown.next) return pages;
        input = { ...input, ...(JSON.parse(JSON.stringify(shown.next)) as JsonObject) };
      }
      throw new Error("the pages do not end");
    },
  };
}

const LIST: Output<unknown> = {
  schema: {},
  rows: [
    {
      at: "/results",
      count: "/count",
      total: "/total",
      unit: ["match", "matches"],
      columns: [{ field: "id" }, { field: "text" }],
    },
  ],
  next: { parameter: "cursor", by: "page" },
};
const list = (count: number): JsonObject => ({
  success: true,
  count,
  total: count,
  results: Array.from({ length: count }, (_, id) => ({ id, text: `row ${id} "quoted" 漢字 🎉\n` })),
});

test("a list: what fits is passed on unchanged, what does not is whole rows with a way on", async () => {
  const { show } = shower(LIST);
  const small = list(3);
  assert.equal((await show({ value: small }, 10_000)).text, JSON.stringify(small));
  const cut = JSON.parse((await show({ value: list(1000) }, 2000)).text);
  assert.equal(cut.truncated, true);
  assert.equal(cut.count, cut.results.length);
  assert.equal(cut.total, 1000);
  assert.match(cut.next.cursor, /^[0-9a-z]{12}\.\d+\.[0-9a-f]{8}$/);
  assert.ok(cut.results.length > 10);
});

for (const as of ["json", "toon"] as const) {
  test(`the pages of a list together are the whole, as ${as}`, async () => {
    const pages = await shower(LIST).pages(list(700), 3000, as);
    const ids = pages.flatMap((page) => (page.results as JsonObject[]).map(({ id }) => id));
    assert.deepEqual(
      ids,
      Array.from({ length: 700 }, (_, id) => id),
    );
    assert.ok(pages.length > 5 && pages.length < 60, String(pages.length));
    assert.equal("next" in pages.at(-1)!, false);
    assert.equal("truncated" in pages.at(-1)!, false);
  });
}

test("a page has no more lines and bytes than a client takes, and the pages are still the whole", async () => {
  const ids = Array.from({ length: 700 }, (_, id) => id);
  for (const most of [{ maxLines: 90 }, { maxBytes: 3_000 }] satisfies PresentOptions[]) {
    const pages = await shower(LIST).pages(list(700), 9_000, "json", most);
    assert.deepEqual(
      pages.flatMap((page) => (page.results as JsonObject[]).map(({ id }) => id)),
      ids,
    );
    const tables = await shower(LIST, "table").pages(list(700), 9_000, "text", most);
    const shown = tables.flatMap(({ text }) => [...String(text).matchAll(/^(\d+)\trow/gm)].map(([, id]) => Number(id)));
    assert.deepEqual(shown, ids);
    assert.ok(tables.length > 7 && tables.length < 40, String(tables.length));
  }
});

const GROUPS: Output<unknown> = {
  schema: {},
  rows: [
    { at: "/files/*/matches", count: "/count", columns: [{ field: "line" }], location: { path: "^", line: "/line" } },
    { at: "/files/*/errors", columns: [{ field: "error" }] },
  ],
  next: { parameter: "cursor", by: "page" },
};

test("a model that says nothing of how much it wants gets a short text, and all in other forms", async () => {
  const tool = toolOf({ ...LIST, textTokens: { default: 100, unless: ["pageSize"] } }, { view: "table" });
  const store = newStore();
  const sent = async (given: string[], options: PresentOptions) => {
    const call = { tool, input: { pageSize: 200 }, given, startedAt: 0 };
    const about = environmentOf({ store, countTokens: async () => 1 });
    return await presentCall(call, { value: list(200) }, options, about);
  };
  const short = await sent([], { as: "text", toModel: true });
  assert.ok(short.text.length <= 300, short.text);
  assert.match(short.text, /of 200 .* shown; next: /);
  for (const [given, options] of [
    [["pageSize"], { as: "text", toModel: true }],
    [["limit"], { as: "text", toModel: true }],
    [[], { as: "text" }],
    [[], { as: "json", toModel: true }],
    [[], { as: "toon", toModel: true }],
  ] as [string[], PresentOptions][])
    assert.doesNotMatch((await sent(given, options)).text, /shown|"next"/, JSON.stringify([given, options]));
  await store.settled();
});

test("the first page of an answer has its pictures", async () => {
  const tool = toolOf({ ...LIST, next: { parameter: "cursor", by: "page", limit: { default: 2 } } });
  const whole: Outcome = {
    value: list(5),
    media: [{ mimeType: "image/png", base64: "" }],
  };
  const call = { tool, input: {}, startedAt: 0 };
  const { value, next, page, ...rest } = await pagedOutcome(call, environmentOf(), async () => whole);
  const { value: _, ...expected } = whole;
  assert.deepEqual(rest, expected);
  assert.equal((value as { results: Json[] }).results.length, 2);
  assert.ok(next && page);
});

test("groups: each row once, a group's own fields on every page that has some of it", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, file) => [
      `/w/f${file}`,
      {
        total: file,
        matches: Array.from({ length: file }, (_, line) => ({ line })),
        errors: file % 7 === 0 ? [{ error: `e${file}` }] : [],
      },
    ]),
  );
  const pages = await shower(GROUPS).pages({ count: 780, files }, 1500);
  const seen = pages.flatMap((page) =>
    Object.entries(page.files as JsonObject).flatMap(([path, group]) => {
      const { total, matches, errors } = group as { total: number; matches: JsonObject[]; errors: JsonObject[] };
      assert.equal(path, `/w/f${total}`);
      return [...matches.map(({ line }) => `${path}:${line}`), ...errors.map(({ error }) => `${path}:${error}`)];
    }),
  );
  const all = Object.entries(files).flatMap(([path, { matches, errors }]) => [
    ...matches.map(({ line }) => `${path}:${line}`),
    ...errors.map(({ error }) => `${path}:${error}`),
  ]);
  assert.deepEqual(seen.sort(), all.sort());
});

test("a map, and maps beside a list of names, are cut in step", async () => {
  const output: Output<unknown> = {
    schema: {},
    rows: [{ at: "/derived/*", keyedMaps: ["/source"], unit: ["class", "classes"] }],
    next: { parameter: "cursor", by: "page" },
  };
  const derived = { A: Array.from({ length: 50 }, (_, n) => `B${n}`), B3: ["C1", "C2"] };
  const source = Object.fromEntries(["A", ...derived.A, ...derived.B3].map((name) => [name, { file: `${name}.as` }]));
  const pages = await shower(output).pages({ root: "A", derived, source }, 900);
  const names = pages.flatMap((page) => Object.values(page.derived as Record<string, string[]>).flat());
  assert.deepEqual(names, [...derived.A, ...derived.B3]);
  for (const page of pages) {
    const own = Object.values(page.derived as Record<string, string[]>).flat();
    assert.deepEqual(Object.keys(page.source as object).sort(), ["A", ...own].sort());
  }
});

test("a tree is cut level by level, and what is above stands in on later pages", async () => {
  const output: Output<unknown> = {
    schema: {},
    rows: [{ at: "/roots", children: "/children" }],
    next: { parameter: "cursor", by: "page" },
  };
  let id = 0;
  const node = (depth: number): JsonObject => ({
    id: id++,
    children: depth === 0 ? [] : [node(depth - 1), node(depth - 1), node(depth - 1)],
  });
  const value = { roots: [node(4), node(4)] };
  const pages = await shower(output).pages(value, 1200);
  const own: number[] = [];
  const walk = (nodes: JsonObject[]): void => {
    for (const { id, continued, children } of nodes) {
      if (!continued) own.push(id as number);
      walk(children as JsonObject[]);
    }
  };
  for (const page of pages) walk(page.roots as JsonObject[]);
  assert.deepEqual(
    own.sort((a, b) => a - b),
    Array.from({ length: id }, (_, n) => n),
  );
  assert.ok((pages[0]!.roots as JsonObject[]).length === 2);
});

test("what is declared first is cut first", async () => {
  const output: Output<unknown> = {
    schema: {},
    rows: [{ at: "/Warnings" }, { at: "/Errors" }],
    next: { parameter: "cursor", by: "page" },
  };
  const many = (word: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${word} ${n} ${"x".repeat(40)}`);
  const value = { Success: false, Errors: many("error", 10), Warnings: many("warning", 100) };
  const { show, pages } = shower(output);
  const cut = JSON.parse((await show({ value }, 1500)).text);
  assert.equal(cut.Errors.length, 10);
  assert.ok(cut.Warnings.length > 0 && cut.Warnings.length < 100);
  const all = await pages(value, 1500);
  assert.deepEqual(
    all.flatMap((page) => page.Warnings as string[]),
    value.Warnings,
  );
});

test("a text of megabytes keeps its ends and every other field, in every form", async () => {
  const output: Output<unknown> = {
    schema: {},
    rows: [{ at: "/Logs" }, { at: "/Result" }],
    notices: [{ at: "/Passed", text: "{} passed" }],
  };
  const Result = Array.from({ length: 60_000 }, (_, n) => `line ${n} ${"z".repeat(70)}`).join("\n");
  const value = { Success: true, Passed: 7, Result, Logs: ["a", "b"], Ver: "2" };
  for (const as of ["json", "toon", "text"] as const) {
    const { show, store } = shower(output, "text");
    const shown = await show({ value }, 5000, as);
    assert.ok(shown.text.length <= 5000 && shown.text.length > 3000, `${as} ${shown.text.length}`);
    assert.match(shown.text, /line 0 z/);
    assert.match(shown.text, /line 59999 z/);
    assert.match(shown.text, /lines left out/);
    assert.match(shown.text, /7/);
    const id = shown.saved!.slice(7);
    await store.settled();
    assert.ok(readFileSync(store.textFile(id)!.path, "utf8").includes("line 30000 z"));
  }
  const one = await shower(output).show({ value: { ...value, Result: "y".repeat(5_000_000) } }, 5000);
  assert.match(one.text, /characters left out/);
});

test("an answer whose declaration says nothing fits all the same, a failure too", async () => {
  const nested = { a: { b: { deep: Array.from({ length: 5000 }, (_, n) => ({ n })) } }, ok: true };
  const { show } = shower({ schema: {} });
  const shown = await show({ value: nested }, 1000);
  assert.ok(shown.text.length <= 1000);
  assert.equal(JSON.parse(shown.text).ok, true);
  const failed = await show({ value: { success: false, error: "x".repeat(100_000) }, failed: true }, 1000);
  assert.equal(failed.failed, true);
  assert.ok(failed.text.length <= 1000);
  const text = await show({ value: "word\n".repeat(10_000) }, 1000);
  assert.ok(text.text.length <= 1000 && text.text.startsWith("word\n"));
});

const MATCHES: Output<unknown> = {
  schema: {},
  rows: [
    {
      at: "/results",
      unit: ["match", "matches"],
      total: "/total",
      location: { path: "/file", line: "/line", column: "/column" },
      code: { text: "/text", before: "/before", after: "/after", match: "/match" },
    },
  ],
  next: { parameter: "cursor", by: "page" },
  brief: true,
};

test("text says a line with several matches once, overlapping neighbours once, all lines of a long match", async () => {
  const results = [
    { file: "/w/a.cs", line: 3, column: 1, text: "ab ab", match: "ab", before: ["one", "two"], after: ["four"] },
    { file: "/w/a.cs", line: 3, column: 4, text: "ab ab", match: "ab", before: ["one", "two"], after: ["four"] },
    { file: "/w/a.cs", line: 4, column: 1, text: "four", match: "four", before: ["two", "ab ab"], after: [] },
    { file: "/w/b.cs", line: 7, column: 1, text: "first\nsecond", match: "first\nsecond", before: [], after: [] },
  ];
  const { show } = shower(MATCHES, "matches");
  const { text } = await show({ value: { total: 4, results } }, 10_000, "text");
  assert.equal(text, "root: /w\na.cs\n1-one\n2-two\n3:ab ab\n4:four\nb.cs\n7:first\n8:second\n");
});

test("max_tokens is kept by the richest form that fits, with exact totals", async () => {
  const results = Array.from({ length: 400 }, (_, n) => ({
    file: `/w/f${n % 10}.cs`,
    line: n,
    column: 1,
    text: `something that matched ${n}`,
    match: "that",
    before: ["x".repeat(60)],
    after: ["y".repeat(60)],
  })).sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  const { show } = shower(MATCHES, "matches");
  const at = async (max_tokens: number) =>
    (await show({ value: { total: 400, results } }, 1_000_000, "text", { max_tokens })).text;
  const lines = await at(4500);
  assert.ok(lines.length <= 4500 * 4 && !lines.includes("xxx") && lines.includes("matched 399"), lines.slice(-200));
  const counts = await at(200);
  assert.ok(counts.length <= 800 && counts.includes("40  f9.cs"), counts);
});

test("a page of another request is refused; one whose answer is gone is said to be new", async () => {
  const about = shower(LIST);
  const tool = toolOf(LIST);
  const run = async () => ({ value: list(50) });
  const first = await pagedOutcome({ tool, input: { q: "a", limit: 10 }, startedAt: 0 }, about, run);
  assert.equal((first.value as JsonObject).count, 10);
  const cursor = String(first.next!.cursor);
  const second = await pagedOutcome({ tool, input: { q: "a", limit: 10, cursor }, startedAt: 0 }, about, run);
  assert.deepEqual(
    (second.value as { results: { id: number }[] }).results.map(({ id }) => id),
    [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
  );
  await assert.rejects(
    pagedOutcome({ tool, input: { q: "b", limit: 10, cursor }, startedAt: 0 }, about, run),
    /another request/,
  );
  await assert.rejects(
    pagedOutcome({ tool, input: { q: "a", cursor: "nonsense" }, startedAt: 0 }, about, run),
    /Invalid cursor/,
  );
  const lost = cursor.replace(/^[0-9a-z]+/, "000000000000");
  const again = await pagedOutcome({ tool, input: { q: "a", limit: 10, cursor: lost }, startedAt: 0 }, about, run);
  assert.equal((again.value as { results: { id: number }[] }).results[0]!.id, 10);
  assert.match(String((again.value as { warnings: string[] }).warnings[0]), /no longer kept/);
});

test("parts that a tool gives itself are paged each, and found again when what was kept of one is gone", async () => {
  const output: Output<unknown> = { ...LIST, next: { parameter: "cursor", by: "page", resumes: true } };
  const about = shower(output);
  const tool = toolOf(output);
  const all = list(50).results as Json[];
  /** Twenty rows per part. */
  const run = async ({ cursor }: JsonObject): Promise<Outcome> => {
    const from = cursor === undefined ? 0 : Number(String(cursor).slice(3));
    const results = all.slice(from, from + 20);
    const next = from + 20 < all.length ? { next: { cursor: `at:${from + 20}` } } : {};
    return {
      value: { count: results.length, total: all.length, results },
      ...next,
      changed: from > 0 ? ["/w/old"] : [],
    };
  };
  const follow = async (lose: boolean): Promise<number[]> => {
    const ids: number[] = [];
    let input: JsonObject = { limit: 8 };
    for (let pages = 0; pages < 20; pages++) {
      const outcome = await pagedOutcome({ tool, input, startedAt: 0 }, about, run);
      ids.push(...(outcome.value as { results: { id: number }[] }).results.map(({ id }) => id));
      if (ids.length > 20) assert.deepEqual(outcome.changed, ["/w/old"]);
      if (!outcome.next) return ids;
      const cursor = String(outcome.next.cursor);
      input = { limit: 8, cursor: lose ? cursor.replace(/[0-9a-z]{12}(?=\.\d+\.)/, "000000000000") : cursor };
    }
    throw new Error("the pages do not end");
  };
  const every = Array.from({ length: 50 }, (_, id) => id);
  assert.deepEqual(await follow(false), every);
  assert.deepEqual(await follow(true), every);
});

test("a line that begins like the path of its file is a line of it", async () => {
  const results = [{ file: "/w/a", line: 5, column: 1, text: "a = 1", match: "a", before: [], after: [] }];
  const { show } = shower(MATCHES, "matches");
  const { text } = await show({ value: { total: 1, results } }, 10_000, "text");
  assert.equal(text, "root: /w\na\n5:a = 1\n");
});

test("a number of tokens is aimed at, kept and used, however many characters a token has", async () => {
  const rows: Output<unknown> = { ...LIST, rows: [{ at: "/results", count: "/count", text: "{/text}" }] };
  for (const charsPerToken of [1, 2.5, 4, 9]) {
    for (const as of ["json", "toon", "text"] as const) {
      const asked: number[] = [];
      const countTokens = async (text: string) => {
        asked.push(text.length);
        return Math.ceil(text.length / charsPerToken);
      };
      const about = environmentOf({ countTokens });
      const call = { tool: toolOf(rows), input: { max_tokens: 1000 }, startedAt: 0 };
      const { text } = await presentCall(call, { value: list(5000) }, { as }, about);
      const tokens = text.length / charsPerToken;
      assert.ok(tokens <= 1000 && tokens > (charsPerToken > 1 ? 700 : 550), `${as} at ${charsPerToken}: ${tokens}`);
      assert.ok(asked.length <= 3);
      await about.store.settled();
    }
  }
});

test("an answer of fewer tokens is counted once and sent whole", async () => {
  let asked = 0;
  const countTokens = async () => {
    asked++;
    return 1;
  };
  const call = { tool: toolOf(LIST), input: { max_tokens: 1000 }, startedAt: 0 };
  const { text } = await presentCall(call, { value: list(3) }, { as: "json" }, environmentOf({ countTokens }));
  assert.deepEqual([text, asked], [JSON.stringify(list(3)), 1]);
});

test("a text that is the whole answer is cut with how many of its lines are shown", async () => {
  const output: Output<unknown> = { schema: {}, next: { parameter: "start", by: "line" } };
  const about = environmentOf();
  const call = { tool: toolOf(output), input: {}, startedAt: 0 };
  const text = "line\n".repeat(400);
  const cut = await presentCall(call, { value: text }, { as: "text", maxChars: 900 }, about);
  const shown = cut.text.split("\n").filter((line) => line === "line").length;
  assert.ok(cut.text.length <= 900 && shown > 100);
  assert.equal(
    cut.text.split("\n").at(-2),
    `!!! ${shown} of 400 lines shown; next: {"start":${shown + 1}}; all: ${cut.saved}`,
  );
  assert.deepEqual([cut.next, cut.value], [{ start: shown + 1 }, cut.text]);
  const whole = await presentCall(call, { value: text }, { as: "text", maxChars: text.length }, about);
  assert.deepEqual([whole.text, whole.next, whole.saved], [text, undefined, undefined]);
  await about.store.settled();
});
