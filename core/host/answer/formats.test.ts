/** Choice of output format, and full answers as file content. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { toolOf } from "../../../test/answers/pipeline.ts";
import type { JsonObject } from "../contract/outcome.ts";
import { FORMAT_NAMES } from "../contract/presented-answer.ts";
import { chooseFormat, encodeFile, FORMATS } from "./formats.ts";

test("the table has an encoder for each name", () => {
  assert.deepEqual(Object.keys(FORMATS).sort(), [...FORMAT_NAMES].sort());
});

test("the call's own parameter comes first, then the frontend's format, then the tool's", () => {
  const tool = toolOf({ schema: {}, format: { parameter: "form", default: "toon" } });
  const choose = (input: JsonObject, as?: "json" | "text") => chooseFormat({ tool, input, startedAt: 0 }, as);
  assert.deepEqual(choose({ form: "text" }, "json"), { format: "text", by: "call" });
  assert.deepEqual(choose({ form: "json" }), { format: "json", by: "call" });
  assert.deepEqual(choose({ form: "yaml" }, "json"), { format: "json", by: "frontend" });
  assert.deepEqual(choose({}, "text"), { format: "text", by: "frontend" });
  assert.deepEqual(choose({}), { format: "toon", by: "tool" });
});

test("without a parameter of its own a tool answers JSON, whatever an argument is called", () => {
  const tool = toolOf({ schema: {} });
  assert.deepEqual(chooseFormat({ tool, input: { format: "text" }, startedAt: 0 }, undefined), {
    format: "json",
    by: "tool",
  });
});

test("a file holds the whole answer", async () => {
  const output = { schema: {}, rows: [{ at: "/rows", columns: [{ field: "id" }] }] };
  const value = { total: 2, rows: [{ id: 1, hidden: true }, { id: 2 }] };
  assert.equal(await encodeFile(output, value, "json"), JSON.stringify(value));
  assert.equal(await encodeFile(output, value, "toon"), "total: 2\nrows[2]{id}:\n  1\n  2");
  assert.equal(await encodeFile(output, "a text", "json"), '"a text"');
});
