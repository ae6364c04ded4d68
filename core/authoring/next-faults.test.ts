/** The arguments of a continuation, which clients pass back to the tool. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextFaults } from "./examples.ts";

test("a continuation may only have parameters of the tool", () => {
  const tool = { inputSchema: { type: "object", properties: { pages: {}, file: {} } }, synonyms: {} } as const;
  const told = (next?: object) => nextFaults(tool, next as never);
  const start = '"next" has';
  assert.deepEqual(told({ page: 2 }), [`${start} "page", which is not a parameter of the tool. Did you mean "pages"?`]);
  assert.deepEqual(told({ offset: 2 }), [
    `${start} "offset", which is not a parameter of the tool. Write a parameter of the tool: pages, file`,
  ]);
  for (const next of [undefined, {}, { pages: 2 }, { cursor: "x" }]) assert.deepEqual(told(next), []);
});
