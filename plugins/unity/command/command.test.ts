/** Context of a query that runs alongside a command. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ManualClock } from "../../../test/unity/fake/clock.ts";
import { type CommandContext, queryContext } from "./command.ts";
import { Deadline } from "./deadline.ts";

test("a question reports progress, within its own time, and does not count as sending the command", () => {
  const said: unknown[] = [];
  const deadline = new Deadline(new ManualClock(), 1_000, new AbortController().signal);
  const context: CommandContext = {
    deadline,
    progress: (progress) => void said.push(progress),
    onSent: () => assert.fail("nothing was sent"),
  };
  const query = queryContext(context);
  assert.equal(query.deadline, deadline);
  assert.equal(query.onSent, undefined);
  query.progress({ done: 1, total: 2, message: "half" });
  assert.deepEqual(said, [{ done: 1, total: 2, message: "half" }]);
  assert.equal(queryContext(context, 300).deadline.remaining, 300);
  assert.equal(queryContext(context, 0).deadline.remaining, 0);
  assert.equal(queryContext(context, 5_000).deadline.remaining, 1_000);
});
