/** Rendered rows: text, cells, locations, links, source lines, both declared and by module. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { plainPaths, toolOf } from "../../../test/answers/pipeline.ts";
import type { Json, JsonObject, Row } from "../contract/outcome.ts";
import type { LinkRule, RowSource } from "../contract/output-schema.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import {
  cellText,
  type DrawContext,
  drawBatches,
  drawHeading,
  drawLongText,
  drawRow,
  fileOf,
  titleOf,
} from "./draw.ts";
import type { AnswerRow } from "./row.ts";

const context = (answer: Json = {}, input: JsonObject = {}): DrawContext => ({
  answer,
  input,
  paths: plainPaths("/w/"),
});

function drawn(source: Partial<RowSource>, value: Json, more: Partial<AnswerRow> = {}, own?: Row[]): Row[] {
  return drawRow(
    { source: { at: "/rows", ...source }, value, ...more },
    context({ base: "/w/src" }, { file: "/w/in" }),
    own,
  );
}

test("a row without columns is its text, one with them their cells, but for what is hidden or missing", () => {
  assert.deepEqual(drawn({}, { a: 1 }), [{ text: '{"a":1}' }]);
  const columns = [
    { field: "name" },
    { field: "on", title: "switched on" },
    { field: "off" },
    { field: "none" },
    { field: "secret", hidden: true },
    { field: "both", template: "{/name}-{/size} " },
    { field: "at", at: "/deep/at" },
    { field: "when", kind: "time" as const },
    { field: "bad", kind: "time" as const },
  ];
  const value = {
    name: "n",
    on: true,
    off: false,
    secret: "s",
    size: 3,
    deep: { at: [1, 2] },
    when: 86_399,
    bad: 1e20,
  };
  const [row] = drawn({ columns }, value);
  assert.equal(row!.text, "n  switched on  n-3  1, 2  1970-01-01 23:59");
  assert.deepEqual(row!.cells, {
    name: "n",
    "switched on": true,
    off: false,
    none: null,
    both: "n-3",
    at: "1, 2",
    when: "1970-01-01 23:59",
    bad: "",
  });
  assert.equal(drawn({ columns, text: "{/name}!" }, value)[0]!.text, "n!");
  assert.equal(drawn({ columns, text: "{/none}" }, value)[0]!.text, "");
});

test("text alone has neither cells nor links, cells alone no links", () => {
  const links: LinkRule[] = [{ rel: "open", tool: "t", input: {} }];
  const row: AnswerRow = { source: { at: "/rows", columns: [{ field: "a" }], links }, value: { a: 1 } };
  assert.deepEqual(Object.keys(drawRow(row, context())[0]!).sort(), ["cells", "links", "text"]);
  assert.deepEqual(drawRow(row, context(), undefined, "cells"), [{ text: "1", cells: { a: 1 } }]);
  assert.deepEqual(drawRow(row, context(), undefined, "text"), [{ text: "1" }]);
});

test("a cell is written as its title where it is true, as nothing where it is false or missing", () => {
  const texts = [true, false, null, undefined, 0, "x"].map((cell) => cellText("title", cell));
  assert.deepEqual(texts, ["title", "", "", "", "0", "x"]);
});

test("a row's own path is shown as tools print it, another path as it is", () => {
  const columns = [
    { field: "file", kind: "path" as const },
    { field: "other", kind: "path" as const },
  ];
  const [row] = drawn({ columns, location: { path: "/file" } }, { file: "/w/a", other: "/w/b" });
  assert.deepEqual(row!.cells, { file: "a", other: "/w/b" });
});

test("a place has line, column and end, from 1 and never before", () => {
  const place = (rule: Partial<NonNullable<RowSource["location"]>>, value: JsonObject) =>
    drawn({ location: { path: "/file", ...rule } }, { file: "/w/a", ...value })[0]!.location;
  const plain = { absolute: "/w/a", display: "a", startLine: 1, startColumn: 1 };
  assert.deepEqual(place({}, {}), plain);
  assert.deepEqual(place({ line: "/line" }, { line: 0 }), plain);
  assert.deepEqual(place({ line: "/line", column: "/column" }, { line: 7, column: 4 }), {
    ...plain,
    startLine: 7,
    startColumn: 4,
  });
  assert.equal(place({ column: "/column", columnFrom: 0 }, { column: 4 })?.startColumn, 5);
  assert.equal(place({ column: "/column" }, { column: 0 })?.startColumn, 1);
  assert.equal(place({ line: "/line", endLine: "/end" }, { line: 7, end: 9 })?.endLine, 9);
  assert.equal(place({ line: "/line", endLine: "/end" }, { line: 7, end: 3 })?.endLine, 7);
  assert.equal(place({ path: "/none" }, {}), undefined);
});

test("a relative path is below its base, an absolute one is not, and what may not be named is no place", () => {
  const file = (path: string, base = "#/base") =>
    drawn({ location: { path: "/file", base } }, { file: path })[0]!.location?.absolute;
  assert.equal(file("a/b.ts"), "/w/src/a/b.ts");
  assert.equal(file("a\\b.ts"), "/w/src/a/b.ts");
  assert.equal(file("/abs/b.ts"), "/abs/b.ts");
  assert.equal(file("C:\\abs\\b.ts"), "C:\\abs\\b.ts");
  assert.equal(file("a.ts", "#/none"), "a.ts");
  const source = { at: "/rows", location: { path: "/file" } };
  const paths = { ...plainPaths(), allows: (path: string) => path !== "/secret" };
  const row = (path: string): AnswerRow => ({ source, value: { file: path } });
  assert.equal(fileOf(row("/secret"), { answer: {}, input: {}, paths }), undefined);
  assert.equal(fileOf(row("/open"), { answer: {}, input: {}, paths }), "/open");
  assert.equal(drawRow(row("/secret"), { answer: {}, input: {}, paths })[0]!.location, undefined);
});

test("links say what their rules find, and are left out where something required is missing", () => {
  const location = { path: "/file", line: "/line" };
  const linked = (rule: Omit<LinkRule, "rel" | "tool">, value: JsonObject = {}) =>
    drawn({ location, links: [{ rel: "open", tool: "t", ...rule }] }, { file: "/w/a", line: 3, ...value })[0]!
      .links?.[0]?.input;
  assert.deepEqual(
    linked({ input: { value: { value: 5 }, text: { template: "{/line}-{/file}" }, at: { at: "/line" } } }),
    {
      value: 5,
      text: "3-/w/a",
      at: 3,
    },
  );
  assert.deepEqual(linked({ input: { one: { path: "one" }, list: { path: "list" } } }), {
    one: "/w/a",
    list: ["/w/a"],
  });
  assert.deepEqual(linked({ input: { names: { at: "/line", list: true } } }), { names: [3] });
  assert.deepEqual(linked({ input: { place: { fields: { line: "/line", file: "/file" } } } }), {
    place: { line: 3, file: "/w/a" },
  });
  assert.deepEqual(linked({ input: { place: { fields: { line: "/line", none: "/none" } } } }), {});
  assert.deepEqual(linked({ input: { none: { at: "/none" }, empty: { at: "/empty" } } }, { empty: "" }), {});
  assert.equal(linked({ input: { none: { at: "/none", required: true } } }), undefined);
  assert.deepEqual(linked({ input: { line: { at: "/line", required: true } } }), { line: 3 });
  assert.equal(linked({ input: {}, when: { at: "/none" } }), undefined);
  assert.equal(linked({ input: {}, when: { at: "/line", in: [4] } }), undefined);
  assert.deepEqual(linked({ input: {}, when: { at: "/line", in: [3] } }), {});
});

test("a tone is declared, or that of the first list that has the value", () => {
  const tone = (value: Json, rule: RowSource["tone"]) => drawn({ ...(rule && { tone: rule }) }, { is: value })[0]!.tone;
  assert.equal(tone(1, "warning"), "warning");
  const rule = { at: "/is", error: ["bad", true], warning: ["odd"], muted: ["bad", "old"] };
  assert.deepEqual(
    ["bad", "odd", "old", "good", true, false].map((value) => tone(value, rule)),
    ["error", "warning", "muted", undefined, "error", undefined],
  );
  assert.equal(drawn({ tone: "error" }, 1, { continuedParent: true })[0]!.tone, "muted");
});

test("a row below a heading is one deeper, and no row is deeper than 100", () => {
  const heading = { text: "{^}" };
  assert.equal(drawn({}, 1)[0]!.depth, undefined);
  assert.equal(drawn({ heading }, 1)[0]!.depth, 1);
  assert.equal(drawn({ heading }, 1, { depth: 2 })[0]!.depth, 3);
  assert.equal(drawn({ depth: "/level" }, { level: 0 })[0]!.depth, 0);
  assert.equal(drawn({ depth: "/level" }, { level: 500 })[0]!.depth, 100);
  assert.deepEqual(drawn({}, null, { emptyGroup: true }), []);
});

test("a heading has a text, a place and links, or is none", () => {
  const links: LinkRule[] = [{ rel: "open", tool: "t", input: { path: { path: "one" } } }];
  const heading = { text: "{^} of {^/name}", location: { path: "^" }, links };
  const row: AnswerRow = { source: { at: "/rows", heading }, value: 1, key: "/w/k", group: { name: "g" } };
  assert.deepEqual(drawHeading(row, context()), {
    text: "/w/k of g",
    location: { absolute: "/w/k", display: "k", startLine: 1, startColumn: 1 },
    links: [{ rel: "open", tool: "t", input: { path: "/w/k" } }],
  });
  assert.equal(drawHeading({ source: { at: "", heading: { text: "{/none}" } }, value: {} }, context()), undefined);
  assert.equal(drawHeading({ source: { at: "" }, value: {} }, context()), undefined);
});

test("a long text is drawn line by line from its place, without its heading", () => {
  const location = { path: "@file", line: "#/line" };
  const row: AnswerRow = { source: { at: "/text", location, keep: "head" }, value: "head\none\n\ntwo\n", headLines: 1 };
  const at = context({ line: 5 }, { file: "/w/a" });
  assert.deepEqual(
    drawRow(row, at).map(({ text, location: place }) => [text, place?.startLine, place?.startColumn]),
    [
      ["one", 5, 1],
      ["", 6, 1],
      ["two", 7, 1],
    ],
  );
  assert.deepEqual(drawLongText(row, at, undefined), { title: "a:5-7", text: "one\n\ntwo\n" });
  assert.deepEqual(drawLongText({ ...row, value: "head\none" }, at, undefined), { title: "a:5-5", text: "one\n" });
  assert.deepEqual(drawLongText({ ...row, value: "head\n" }, at, undefined), { title: undefined, text: "" });
  assert.equal(drawLongText(row, at, []), undefined);
  assert.equal(drawLongText({ ...row, source: { at: "/text", columns: [] } }, at, undefined), undefined);
  assert.deepEqual(drawRow({ ...row, value: "head\n" }, at), []);
  assert.deepEqual(drawRow({ source: { at: "/text" }, value: "a\nb" }, at), [{ text: "a" }, { text: "b" }]);
});

test("code is its own lines between those before and after, which are muted", () => {
  const code = {
    text: "/text",
    before: "/before",
    after: "/after",
    match: "/match",
    note: ["{/a}", "{/none}", "{/b}"],
  };
  const location = { path: "/file", line: "/line", column: "/column" };
  const value = { file: "/w/a", line: 10, column: 3, text: "a needle\nb\n", before: ["y", "z"], after: ["c"] };
  const rows = drawn({ code, location, tone: "warning" }, { ...value, match: "needle\nb", a: "one", b: "two" });
  assert.deepEqual(
    rows.map(({ text, tone, location: place }) => [text, tone, place?.startLine, place?.startColumn, place?.endLine]),
    [
      ["y", "muted", 8, 1, 8],
      ["z", "muted", 9, 1, 9],
      ["a needle", "warning", 10, 3, 10],
      ["b", "warning", 11, 1, 11],
      ["c", "muted", 12, 1, 12],
    ],
  );
  assert.deepEqual(
    [rows[2]!.marks, rows[2]!.note, rows[3]!.marks, rows[3]!.note],
    [[[2, 8]], "one, two", undefined, undefined],
  );
  // The text may be a part of the line. Longer matches are cut there.
  const part = drawn(
    { code: { ...code, offset: "/offset" }, location },
    { ...value, column: 12, offset: 9, match: "needle and more" },
  );
  assert.deepEqual(part[2]!.marks, [[2, 8]]);
  assert.deepEqual(drawn({ code }, { text: "x" }), [{ text: "x" }]);
});

test("code with a lead has one line that is meant, and more lines after it", () => {
  const code = { text: "/text", lead: "/lead", more: "/more", after: "/after", match: "/match" };
  const location = { path: "/file", line: "/line", endLine: "/end" };
  const value = {
    file: "/w/a",
    line: 10,
    end: 12,
    lead: 1,
    text: "before\nmeant\nbehind",
    more: ["end"],
    after: ["last"],
  };
  const lines = (given: JsonObject) =>
    drawn({ code, location }, given).map(({ text, tone, location: place }) => [
      text,
      tone,
      place?.startLine,
      place?.endLine,
    ]);
  assert.deepEqual(lines(value), [
    ["before", "muted", 9, 9],
    ["meant", undefined, 10, 12],
    ["behind", "muted", 11, 11],
    ["end", "muted", 12, 12],
    ["last", "muted", 13, 13],
  ]);
  // There's nothing above the first line.
  assert.deepEqual(lines({ ...value, line: 1 })[0], ["before", undefined, 1, 12]);
});

test("what the tool's module drew gets the declared place and links, and the host's spelling of paths", () => {
  const links: LinkRule[] = [{ rel: "open", tool: "t", input: {} }];
  const location = { path: "/file" };
  const place = { absolute: "/w/b", display: "/w/b", startLine: 4, startColumn: 1 };
  const own: Row[] = [{ text: "a" }, { text: "b", depth: 1 }, { text: "c", location: place }];
  const rows = drawn({ location, links, heading: { text: "h" } }, { file: "/w/a" }, { depth: 1 }, own);
  assert.deepEqual(
    rows.map(({ text, depth, location: at, links: to }) => [text, depth, at?.display, to?.length]),
    [
      ["a", 2, "a", 1],
      ["b", 3, undefined, undefined],
      ["c", 2, "b", undefined],
    ],
  );
  const [kept] = drawn({ location, links }, { file: "/w/a" }, {}, [
    { text: "x", location: { ...place, display: "b:" }, links: [] },
  ]);
  assert.deepEqual([kept!.location?.display, kept!.links, kept!.depth], ["b:", [], undefined]);
  assert.deepEqual(own[2]!.location, place, "a row of the module stays as it was");
});

test("a title is the first place to the last line, and the heading", () => {
  const at = (startLine: number) => ({ location: { absolute: "/w/a", display: "a", startLine, startColumn: 1 } });
  assert.equal(titleOf([{}, at(3), {}, at(9)], { text: "head" }), "a:3-9 head");
  assert.equal(titleOf([at(3)], undefined), "a:3-3");
  assert.equal(titleOf([{}], { text: "head" }), "head");
  assert.equal(titleOf([], undefined), undefined);
});

test("a module is asked once for a batch, and not where no row needs it", async () => {
  const [plain, asked] = [{ at: "/a" }, { at: "/b", lines: true }];
  const rows = Array.from({ length: 70 }, (_, at): AnswerRow => ({ source: at < 40 ? plain : asked, value: at }));
  const sizes: number[] = [];
  const lines = async (batch: readonly AnswerRow[]) => {
    sizes.push(batch.length);
    return batch.map(({ value }) => [{ text: `line ${value}` }]);
  };
  const texts: (string | undefined)[] = [];
  for await (const batch of drawBatches(toolOf({ schema: {} }, { lines }), rows, context(), new TimeSlice()))
    for (const [row, own] of batch) texts[Number(row.value)] = own?.[0]?.text;
  assert.deepEqual(sizes, [32, 6]);
  assert.deepEqual([texts.length, texts[31], texts[32], texts[69]], [70, undefined, "line 32", "line 69"]);
});
