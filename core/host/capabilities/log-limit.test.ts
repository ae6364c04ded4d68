/** Limits for plugin output in the log. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogLimit } from "./log-limit.ts";

test("characters that nobody sees are escapes, and lines beyond a number are counted", () => {
  const lines: string[] = [];
  const limit = createLogLimit((level, message) => lines.push(`${level} ${message}`));
  limit.line("info", "plain\r");
  limit.line("info", "zero\u200bwidth \u{e0041} \u001b[31mred");
  assert.deepEqual(lines, ["info plain", "info zero\\u200bwidth \\u{e0041} \\u001b[31mred"]);
  for (let count = 0; count < 100; count++) limit.line("info", "more");
  limit.flush();
  assert.equal(lines.length, 101);
  assert.equal(lines.at(-1), "warn 2 more lines were dropped");
});
