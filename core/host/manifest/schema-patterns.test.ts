/** Third-party regex patterns are excluded from the host's own validation. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "../contract/host.ts";
import type { JsonObject } from "../contract/outcome.ts";
import { trialsIn, withoutPatterns } from "./schema-patterns.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    pattern: { type: "string", pattern: "^a+$" },
    list: { type: "array", items: { type: "string", pattern: "^\\d+$" } },
    bomb: { type: "string", pattern: "^(a+)+$" },
    word: { enum: ["pattern"] },
  },
  patternProperties: { "^(x+)+$": {} },
};

test("withoutPatterns() leaves everything else, a property of that name too", () => {
  assert.deepEqual(withoutPatterns(schema), {
    type: "object",
    properties: {
      pattern: { type: "string" },
      list: { type: "array", items: { type: "string" } },
      bomb: { type: "string" },
      word: { enum: ["pattern"] },
    },
  });
});

test("data and names that read like patterns stay", () => {
  const kept = {
    $defs: { pattern: { type: "string" } },
    definitions: { propertyNames: { items: [{ type: "string" }] } },
    const: { pattern: "a" },
    default: { pattern: "a" },
    examples: [{ pattern: "a" }],
    anyOf: [{ type: "string" }, true],
  };
  const given: JsonObject = {
    ...kept,
    $defs: { pattern: { type: "string", pattern: "a" } },
    definitions: { propertyNames: { items: [{ type: "string", pattern: "a" }], propertyNames: { pattern: "a" } } },
    anyOf: [{ type: "string", pattern: "a" }, true],
  };
  assert.deepEqual(withoutPatterns(given), kept);
});

test("trialsIn() pairs each text with the pattern of its place", () => {
  const input = { pattern: "aa", list: ["1", 2, "3"], bomb: 4, word: "pattern", other: "x" };
  assert.deepEqual(trialsIn(schema, input, ""), [
    { path: "pattern", pattern: "^a+$", text: "aa" },
    { path: "list[0]", pattern: "^\\d+$", text: "1" },
    { path: "list[2]", pattern: "^\\d+$", text: "3" },
  ]);
  const nested: JsonSchema = { properties: { a: { additionalProperties: { type: "string", pattern: "b" } } } };
  assert.deepEqual(trialsIn(nested, { a: { toString: "x" } }, ""), [{ path: "a.toString", pattern: "b", text: "x" }]);
  assert.deepEqual(trialsIn(undefined, "a", "p"), []);
  assert.deepEqual(trialsIn({ pattern: "a" }, null, "p"), []);
  assert.deepEqual(trialsIn({ pattern: "a" }, "b", "p"), [{ path: "p", pattern: "a", text: "b" }]);
});
