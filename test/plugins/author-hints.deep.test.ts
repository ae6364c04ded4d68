/** What authors are told of threads that end and of stacks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { framedAuthor, moduleAuthor } from "./answering-authors.ts";
import { skip } from "./new-author.ts";

test("frames of jig are no part of an author's stack", { timeout: 60_000 }, () => {
  const { stderr } = moduleAuthor().answer(`const inner = (a) => a.b.c; return { value: inner({}) };`);
  assert.match(stderr, /hello\.ts:2:\d+/);
  assert.doesNotMatch(stderr, /\$bunfs|native:/);
});

test("a thread that ends by an exception ends its call, with the last lines", { skip, timeout: 60_000 }, () => {
  const { failed } = framedAuthor().says(`def work(): raise ValueError("no such book")
threading.Thread(target=work).start()`);
  assert.equal(failed.code, "COMMAND_FAILED");
  assert.match(
    failed.error,
    /One of its threads ended with an exception, and the call got no answer: ValueError: no such book\. Catch every exception/,
  );
  assert.match(failed.details.stderr, /Traceback/);
});

test("a call whose helper thread ends goes on while the process speaks", { skip, timeout: 60_000 }, () => {
  const { failed } = framedAuthor().says(`import time
def work(): raise ValueError("only a helper")
threading.Thread(target=work).start()
for step in range(6):
    time.sleep(0.3)
    say(type="progress", call=id, progress={"done": step})
say(type="answer", id=id, value={"value": {"fine": True}})`);
  assert.deepEqual(failed, { fine: true });
});

test("an answer with an unknown id is not called a second answer", { skip, timeout: 60_000 }, () => {
  const { failed, stderr } = framedAuthor().says(`say(type="answer", id=id + 5, value={"value": 1})`);
  assert.match(failed.error, /it answered the call \d+, which was never made/);
  assert.doesNotMatch(stderr, /second answer/);
});
