/** Event log: limited, by stream, and resumable. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EventLog } from "./event-log.ts";

const note = (text = "") => ({ jsonrpc: "2.0" as const, method: "notifications/message", params: { text } });
const answer = (id: number) => ({ jsonrpc: "2.0" as const, id, result: {} });
const failure = (id: number) => ({ jsonrpc: "2.0" as const, id, error: { code: 1, message: "no" } });

async function replayed(log: EventLog, last: string): Promise<{ stream: string; ids: string[] }> {
  const ids: string[] = [];
  const stream = await log.replayEventsAfter(last, { send: async (id) => void ids.push(id) });
  return { stream, ids };
}

test("a client reads on in the stream of its last event, and gets nothing of another", async () => {
  const log = new EventLog();
  const a1 = await log.storeEvent("a", note());
  const b1 = await log.storeEvent("b", note());
  const a2 = await log.storeEvent("a", note());
  const b2 = await log.storeEvent("b", note());
  const a3 = await log.storeEvent("a", answer(1));
  assert.deepEqual(await replayed(log, a1), { stream: "a", ids: [a2, a3] });
  assert.deepEqual(await replayed(log, a2), { stream: "a", ids: [a3] });
  assert.deepEqual(await replayed(log, b1), { stream: "b", ids: [b2] });
  assert.deepEqual(await replayed(log, a3), { stream: "a", ids: [] });
  assert.deepEqual(await replayed(log, "99"), { stream: "", ids: [] });
});

test("events are in order by number, also behind the ninth", async () => {
  const log = new EventLog();
  const ids: string[] = [];
  for (let at = 0; at < 12; at++) ids.push(await log.storeEvent("a", note()));
  assert.deepEqual((await replayed(log, ids[1]!)).ids, ids.slice(2));
  assert.deepEqual((await replayed(log, ids[9]!)).ids, ids.slice(10));
});

test("what opens a stream is no message, and is not sent again", async () => {
  const log = new EventLog();
  const opening = await log.storeEvent("a", {} as never);
  const second = await log.storeEvent("a", {} as never);
  const message = await log.storeEvent("a", note());
  assert.deepEqual((await replayed(log, opening)).ids, [message]);
  assert.deepEqual((await replayed(log, second)).ids, [message]);
});

test("what is stored while events are sent again comes too", async () => {
  const log = new EventLog();
  const first = await log.storeEvent("a", note());
  await log.storeEvent("a", note());
  const ids: string[] = [];
  await log.replayEventsAfter(first, {
    async send(id) {
      ids.push(id);
      if (ids.length === 1) await log.storeEvent("a", answer(1));
    },
  });
  assert.deepEqual(ids, ["2", "3"]);
});

test("a stream is answered by a result or an error of its own", async () => {
  const log = new EventLog();
  const a = await log.storeEvent("a", note());
  const b = await log.storeEvent("b", note());
  assert.ok(!log.isAnswered(a) && !log.isAnswered(b));
  await log.storeEvent("a", answer(1));
  assert.ok(log.isAnswered(a) && !log.isAnswered(b));
  await log.storeEvent("b", failure(2));
  assert.ok(log.isAnswered(b));
  assert.ok(!log.isAnswered("99"));
});

test("256 events are kept, and 4 million characters of them", async () => {
  const log = new EventLog();
  for (let at = 0; at < 257; at++) await log.storeEvent("a", note());
  assert.ok(!log.has("1"));
  assert.ok(log.has("2") && log.has("257"));
  const large = await log.storeEvent("a", note("x".repeat(3 * 1024 * 1024)));
  assert.ok(log.has("257"));
  const larger = await log.storeEvent("a", note("x".repeat(2 * 1024 * 1024)));
  assert.ok(!log.has("257") && !log.has(large) && log.has(larger));
  const empty = await log.storeEvent("a", note());
  assert.ok(log.has(larger) && log.has(empty));
});

test("what is forgotten frees its room; as much as the bound is not too much", async () => {
  const log = new EventLog();
  const half = "x".repeat(2 * 1024 * 1024 - JSON.stringify(note()).length);
  const ids: string[] = [];
  for (let at = 0; at < 6; at++) ids.push(await log.storeEvent("a", note(half)));
  assert.deepEqual(
    ids.filter((id) => log.has(id)),
    ids.slice(-2),
  );
  await log.storeEvent("a", note(`${half}x`));
  assert.ok(!log.has(ids[5]!));
});
