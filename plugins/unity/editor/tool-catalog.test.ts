/** Tool catalog from an Editor's list. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import { parseToolCatalog, unknownParameters } from "./tool-catalog.ts";

test("a catalog: mixed casing, enums without their misleading default, entries of other shapes left out", () => {
  const Tools = [
    {
      name: "run-tests",
      description: "d",
      parameterSchema: {
        Properties: {
          TestMode: { Type: "string", Description: "m", DefaultValue: 1, Enum: ["EditMode", "PlayMode"] },
          Count: { Type: "number", DefaultValue: 3, Enum: null },
        },
        Required: [],
      },
    },
    { nothing: true },
    null,
  ];
  const { tools, ver } = parseToolCatalog({ Tools, Ver: "2.1.1" });
  assert.equal(ver, "2.1.1");
  assert.deepEqual(tools, [
    {
      name: "run-tests",
      description: "d",
      parameters: [
        { name: "TestMode", type: "string", description: "m", choices: ["EditMode", "PlayMode"] },
        { name: "Count", type: "number", description: "", default: 3 },
      ],
    },
  ]);
  assert.deepEqual(unknownParameters(tools[0]!, ["testmode", "Nope"]), ["Nope"]);
  assert.deepEqual(parseToolCatalog({ Tools: [] }).tools, []);
  for (const Tools of [undefined, null, 9, "no", {}]) {
    assert.throws(
      () => parseToolCatalog({ Tools } as JsonObject),
      /could not list its tools: it answered without a list/,
    );
  }
});
