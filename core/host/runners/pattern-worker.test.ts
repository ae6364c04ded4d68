/** Patterns of third parties' schemas: tried on a thread, given up in time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "../contract/host.ts";
import { testRuntime } from "../testing.ts";
import { createPatternChecker, PATTERN_WORKER } from "./pattern-worker.ts";
import { HOST_WORKER } from "./worker-thread.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    pattern: { type: "string", pattern: "^a+$" },
    list: { type: "array", items: { type: "string", pattern: "^\\d+$" } },
    bomb: { type: "string", pattern: "^(a+)+$" },
  },
};

test("check() says which text does not match, and gives a bomb up", async () => {
  const { startThread } = testRuntime();
  const role = {
    role: "worker",
    plugin: HOST_WORKER,
    worker: PATTERN_WORKER,
    permissions: {},
    roots: [],
    readOnly: true,
    cacheFolder: "",
  };
  const checker = createPatternChecker(
    () => startThread(role),
    () => {},
  );
  // The thread of a test holds nobody up; something has to wait for it.
  const waiting = setInterval(() => {}, 1000);
  try {
    await checker.check(schema, { pattern: "aaa", list: ["1", "22"] });
    await assert.rejects(checker.check(schema, { pattern: "b" }), /"pattern" must match \^a\+\$/);
    await assert.rejects(checker.check(schema, { list: ["1", "x"] }), /"list\[1\]" must match/);
    await assert.rejects(checker.check(schema, { bomb: `${"a".repeat(50)}b` }), /could not be compared|must match/);
    await checker.check(schema, { pattern: "aaa" });
  } finally {
    clearInterval(waiting);
    checker.close();
  }
});
