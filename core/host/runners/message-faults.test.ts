/** What is wrong with a message of a framed command, and which lines look like one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isAwaited, messageIn, saysThreadEnded, whyDropped } from "./message-faults.ts";

test("a message that would do nothing says why", () => {
  assert.match(whyDropped({ type: "progres" }) ?? "", /^has the type "progres"\. Did you mean "progress"\?/);
  assert.match(whyDropped({ type: "result" }) ?? "", /^has the type "result"\. Known: ready, answer/);
  assert.equal(whyDropped({ kind: "ask", id: 1 }), 'has no "type". Write "type" instead of "kind"');
  assert.equal(whyDropped({ type: "answer", id: "1", value: {} }), 'needs a number as "id"');
  assert.equal(
    whyDropped({ type: "progress", call: 1, progress: { done: "x" } }),
    'needs a number as "done" of its progress',
  );
  assert.equal(
    whyDropped({ type: "progress", id: 1, progress: {} }),
    'needs the number of its call as "call". Write "call" instead of "id"',
  );
  assert.equal(whyDropped({ type: "progress", call: 1, progress: { done: 1, message: "a" } }), undefined);
  assert.match(
    whyDropped({ type: "progress", call: 1, progress: { doen: 1 } }) ?? "",
    /^has "doen" in its progress. Did you mean "done"\?/,
  );
  assert.equal(
    whyDropped({ type: "log", level: "info", text: "a" }),
    'needs a string as "message". Write "message" instead of "text"',
  );
  assert.equal(whyDropped({ type: "log", message: "a" }), undefined);
  assert.equal(whyDropped({ type: "rows", call: 1, rows: "a" }), 'needs a list as "rows"');
  assert.equal(whyDropped({ type: "answer", id: 1, value: {} }), undefined);
});

test("a message is awaited if a call or a reply depends on it", () => {
  for (const message of [
    { type: "result", value: 1 },
    { type: "aks", id: 1 },
    { type: "ask", method: "run" },
    { type: "reday" },
  ])
    assert.ok(isAwaited(message), JSON.stringify(message));
  for (const message of [{ type: "progres", call: 1 }, { type: "hi" }, {}])
    assert.ok(!isAwaited(message), JSON.stringify(message));
});

test("a line has a message if it could be parsed, so that code in a traceback is none", () => {
  const inLine = (text: string) => messageIn(Buffer.from(text));
  const message = '{"type": "answer", "id": 1}';
  assert.equal(inLine(message), message);
  assert.equal(inLine(`[info] ${message}`), message);
  assert.equal(inLine('{"type": "answer", "id": None}'), '{"type": "answer", "id": None}');
  assert.equal(inLine('    send({"type": "answer", "id": call})'), undefined);
  assert.equal(inLine("nothing"), undefined);
  assert.match(inLine(`word ${message.replace("1", "1".repeat(5000))}`) ?? "", /^\{"type": "answer".*…$/);
});

test("the ends of threads are recognized", () => {
  for (const line of [
    "Exception in thread Thread-1 (work):",
    "thread '<unnamed>' panicked at src/main.rs:2:3:",
    "thread '<unnamed>' (712) panicked at src/main.rs:2:3:",
    "#<Thread:0x0001 a.rb:1 run> terminated with exception (report_on_exception is true):",
  ])
    assert.ok(saysThreadEnded(Buffer.from(line)), line);
  for (const line of ["Traceback (most recent call last):", "an Exception in thread 1", "thread 'main' started"])
    assert.ok(!saysThreadEnded(Buffer.from(line)), line);
});
