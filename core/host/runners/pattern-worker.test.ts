/** Third-party regex patterns run on a thread with a timeout. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "../contract/host.ts";
import { testRuntime } from "../testing.ts";
import { createPatternChecker, PATTERN_WORKER, type PatternChecker } from "./pattern-worker.ts";
import { HOST_WORKER } from "./worker-thread.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    pattern: { type: "string", pattern: "^a+$" },
    list: { type: "array", items: { type: "string", pattern: "^\\d+$" } },
    bombs: { type: "array", items: { type: "string", pattern: "^(?:a*a*a*a*b|a*)$" } },
  },
};

/** Each text is fast, but all together take seconds. */
const BOMB = { bombs: Array.from({ length: 100 }, () => "a".repeat(200)) };

/** Threads are unref'ed in tests, so keep the process alive. */
async function withChecker(work: (checker: PatternChecker) => Promise<void>): Promise<void> {
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
  const waiting = setInterval(() => {}, 1000);
  try {
    await work(checker);
  } finally {
    clearInterval(waiting);
    checker.close();
  }
}

test("check() says which text does not match, and gives a bomb up", async () => {
  await withChecker(async (checker) => {
    await checker.check(schema, { pattern: "aaa", list: ["1", "22"] });
    await assert.rejects(checker.check(schema, { pattern: "b" }), /"pattern" must match \^a\+\$/);
    await assert.rejects(checker.check(schema, { list: ["1", "x"] }), /"list\[1\]" must match/);
    await assert.rejects(checker.check(schema, BOMB), { code: "INVALID_ARGUMENT", message: /could not be compared/ });
    await checker.check(schema, { pattern: "aaa" });
  });
});

test("a bomb costs no other input its answer, and a host that closes blames no input", async () => {
  await withChecker(async (checker) => {
    const bomb = checker.check(schema, BOMB);
    const others = [checker.check(schema, { pattern: "aaa" }), checker.check(schema, { pattern: "b" })];
    await assert.rejects(bomb, { code: "INVALID_ARGUMENT", message: /could not be compared/ });
    await others[0];
    await assert.rejects(others[1]!, /must match/);
    const last = checker.check(schema, { pattern: "aaa" });
    checker.close();
    await assert.rejects(last, { code: "UNAVAILABLE" });
  });
});
