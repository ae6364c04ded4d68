/**
 * Twenty questions on each of two public Unity projects, as an agent reads the answers: one or two calls, at most 4,000 tokens, and every
 * part of the truth in them. Skips without a corpus. JIG_VERBOSE prints the answers that are not right.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { askProjects } from "./ask-projects.ts";

test("questions on public Unity projects are answered in one or two calls and 4,000 tokens", {
  timeout: 600_000,
}, async (context) => {
  const rows = await askProjects();
  if (rows.length === 0) return context.skip("no corpus: set JIG_CORPUS");
  for (const { project, question, calls, tokens, faults } of rows)
    console.log(`${faults.length === 0 ? "right" : "WRONG"} ${calls} ${tokens} ${project}: ${question}`);
  const wrong = rows.filter(({ faults }) => faults.length > 0);
  console.log(`${rows.length - wrong.length} of ${rows.length}`);
  assert.deepEqual(
    wrong.map(({ question, faults }) => `${question} ${faults.join("; ")}`),
    [],
  );
});
