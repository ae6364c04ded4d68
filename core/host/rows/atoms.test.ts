/** Paths and names are never cut in any format, and paging always makes progress. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { environmentOf, presentCall, toolOf } from "../../../test/answers/pipeline.ts";
import { pagedOutcome } from "../answer/page.ts";
import type { Json, JsonObject, ViewKind } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import { FORMAT_NAMES } from "../contract/presented-answer.ts";

const longName = (mark: string) => `${mark}${"n".repeat(150)}Middle${mark}${"m".repeat(150)}`;
const longPath = (mark: string) => `/w/${"folder/".repeat(60)}${longName(mark)}.ts`;

interface Shape {
  view: ViewKind;
  output: Output<unknown>;
  value(marks: readonly string[]): Json;
  /** Text that must be complete in the row with this mark. */
  atoms(mark: string): string[];
}

const next = { parameter: "cursor", by: "page", at: "/cursor" } as const;
const SHAPES: Record<string, Shape> = {
  "columns with a place": {
    view: "table",
    output: {
      schema: {},
      rows: [
        {
          at: "/results",
          columns: [
            { field: "name", at: "/symbol/name", kind: "symbol" },
            { field: "kind" },
            { field: "path", kind: "path" },
            { field: "about" },
          ],
          location: { path: "/path", line: "/line" },
        },
      ],
      next,
    },
    value: (marks) => ({
      results: marks.map((mark) => ({
        path: longPath(mark),
        line: 7,
        kind: "property",
        about: `${mark} ${"word ".repeat(200)}`,
        symbol: { name: longName(mark) },
      })),
    }),
    atoms: (mark) => [longName(mark), longPath(mark)],
  },
  "a file of the answer, and a name that a link passes on": {
    view: "table",
    output: {
      schema: {},
      rows: [
        {
          at: "/symbols",
          text: "{/kind} {/symbol}",
          location: { path: "#/path", line: "/line" },
          links: [{ rel: "references", tool: "refs", input: { name: { at: "/symbol" } } }],
        },
      ],
      next,
    },
    value: (marks) => ({
      path: longPath("file"),
      symbols: marks.map((mark) => ({ symbol: longName(mark), kind: "method", line: 1, doc: `${"d ".repeat(900)}` })),
    }),
    atoms: (mark) => [longName(mark)],
  },
  "matches of a text": {
    view: "matches",
    output: {
      schema: {},
      rows: [{ at: "/matches", code: { text: "/text" }, location: { path: "/path", line: "/line" } }],
      next,
    },
    value: (marks) => ({ matches: marks.map((mark) => ({ path: longPath(mark), line: 3, text: "x".repeat(900) })) }),
    atoms: (mark) => [longPath(mark)],
  },
};

for (const [what, { view, output, value, atoms }] of Object.entries(SHAPES)) {
  test(`no page cuts a path or a name: ${what}`, async () => {
    const marks = ["A", "B", "C", "D"];
    const tool = toolOf(output, { view });
    for (const as of FORMAT_NAMES) {
      for (const maxChars of [50, 300, 420, 700, 1000, 1500, 2600, 4000]) {
        const about = environmentOf();
        const shown: string[] = [];
        let input: JsonObject | undefined = {};
        while (input) {
          assert.ok(shown.length <= marks.length, `${as} ${maxChars}: pages without an end`);
          const call = { tool, input, startedAt: 0 };
          const outcome = await pagedOutcome(call, about, async () => ({ value: value(marks) }));
          const page = await presentCall(call, outcome, { as, maxChars }, about);
          shown.push(page.text);
          input = page.next && { ...page.next };
        }
        const all = shown.join("");
        for (const atom of marks.flatMap(atoms))
          assert.ok(all.includes(atom), `${as} ${maxChars}: ${atom.slice(0, 99)}`);
        assert.doesNotMatch(all, /"kind":"[^"]*…/);
      }
    }
  });
}

test("no page of several rows is longer than its budget, however long the cursors of a tool are", async () => {
  const output: Output<unknown> = {
    schema: {},
    rows: [
      {
        at: "/results",
        columns: [
          { field: "name", kind: "symbol" },
          { field: "path", kind: "path" },
        ],
      },
    ],
    next: { parameter: "after", by: "cursors", at: "/after" },
  };
  const results = Array.from({ length: 24 }, (_, at) => ({
    name: `n${at}_`.padEnd(60 + (at % 5) * 180, "m"),
    path: "a.ts",
  }));
  const tool = toolOf(output, { view: "table", parameters: ["after"] });
  for (const as of FORMAT_NAMES) {
    for (const maxChars of [1000, 1500, 2600, 4000]) {
      const about = environmentOf();
      const names: string[] = [];
      let input: JsonObject | undefined = {};
      for (let pages = 0; input; pages++) {
        assert.ok(pages <= results.length, `${as} ${maxChars}: pages without an end`);
        const call = { tool, input, startedAt: 0 };
        const outcome = await pagedOutcome(call, about, async () => ({
          value: { results },
          cursors: results.map(({ name }) => name),
        }));
        const { text, next } = await presentCall(call, outcome, { as, maxChars }, about);
        const onPage = results.filter(({ name }) => new RegExp(`\\b${name}\\b(?!\\|)`).test(text));
        names.push(...onPage.map(({ name }) => name));
        assert.ok(text.length <= maxChars || onPage.length === 1, `${as} ${maxChars}: ${text.length} characters`);
        input = next && { ...next };
      }
      assert.deepEqual(
        names,
        results.map(({ name }) => name),
        `${as} ${maxChars}`,
      );
    }
  }
});

test("a name of 5,000 letters is whole", async () => {
  const name = "n".repeat(5000);
  const tool = toolOf({
    schema: {},
    rows: [{ at: "/results", columns: [{ field: "name", kind: "symbol" }, { field: "line" }] }],
  });
  for (const as of FORMAT_NAMES) {
    const call = { tool, input: {}, startedAt: 0 };
    const { text } = await presentCall(
      call,
      { value: { results: [{ name, line: 1 }] } },
      { as, maxChars: 1000 },
      environmentOf(),
    );
    assert.ok(text.includes(name), as);
  }
});
