/**
 * Twenty questions about each of two public Unity projects. Each should take one or two calls and at most 4,000 tokens, and answers
 * must contain everything expected. Skipped without a corpus. JIG_VERBOSE prints wrong answers.
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
