/** Patterns of third parties' schemas: kept from the host's own check. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "../contract/host.ts";
import { withoutPatterns } from "./schema-patterns.ts";

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
