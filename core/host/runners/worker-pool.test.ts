/** Worker threads: queueing, sticky keys, messages, relays, unresponsive threads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { JigError } from "../contract/errors.ts";
import type { Thread } from "../runtime/runtime.ts";
import { createWorkerPool } from "./worker-pool.ts";

/** A thread in plain JavaScript with the protocol of worker-thread.ts. */
const SOURCE = `
const { parentPort } = require("node:worker_threads");
const me = Math.random();
let relays = new Map(), last = 0, mores;
parentPort.on("message", async (m) => {
  if (m.type === "relayed") return relays.get(m.id)(m);
  if (m.type === "cancel") return;
  if (m.type === "more") return mores();
  const { id, input } = m;
  if (input.spin) for (;;) {}
  if (input.fail) return parentPort.postMessage({ type: "failed", id, error: { code: "ENCODING", message: "no" } });
  if (input.crash) process.exit(3);
  if (input.emit) parentPort.postMessage({ type: "message", id, value: input.emit });
  if (input.relay) {
    const answer = await new Promise((settle) => { relays.set(++last, settle); parentPort.postMessage({ type: "relay", id: last, job: id, worker: "other", input: input.relay }); });
    return parentPort.postMessage({ type: "done", id, value: answer.value });
  }
  if (input.parts) {
    for (const rows of input.parts) {
      const more = new Promise((settle) => { mores = settle; });
      parentPort.postMessage({ type: "part", id, rows });
      await more;
    }
    return parentPort.postMessage({ type: "done", id, value: undefined });
  }
  if (input.wait) await new Promise((settle) => setTimeout(settle, input.wait));
  parentPort.postMessage({ type: "done", id, value: { me, echo: input.echo } });
});`;

function start(): Thread {
  const worker = new Worker(SOURCE, { eval: true });
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    onMessage: (listener) => worker.on("message", listener as (message: unknown) => void),
    onEnd: (listener) => {
      worker.on("error", (error) => listener(String(error)));
      worker.on("exit", (code) => listener(`exit code ${code}`));
    },
    terminate: () => void worker.terminate(),
  };
}

function pool(threads: number) {
  return createWorkerPool({
    name: "test",
    threads,
    start,
    relay: async (worker, input) => `${worker}:${input}`,
    log: () => {},
  });
}

type Answer = { me: number; echo: unknown };

test("run() spreads jobs over threads and answers each", async () => {
  const workers = pool(2);
  const answers = (await Promise.all([1, 2, 3, 4].map((echo) => workers.run({ echo, wait: 30 })))) as Answer[];
  assert.deepEqual(
    answers.map((answer) => answer.echo),
    [1, 2, 3, 4],
  );
  assert.equal(new Set(answers.map((answer) => answer.me)).size, 2);
  workers.close();
});

test("run() with a key reaches the same thread", async () => {
  const workers = pool(3);
  const answers = (await Promise.all([1, 2, 3].map(() => workers.run({ wait: 5 }, { key: "a" })))) as Answer[];
  assert.equal(new Set(answers.map((answer) => answer.me)).size, 1);
  workers.close();
});

test("run() passes errors, messages and relayed answers", async () => {
  const workers = pool(1);
  await assert.rejects(workers.run({ fail: true }), (error: JigError) => error.code === "ENCODING");
  const messages: unknown[] = [];
  await workers.run({ emit: "half" }, { onMessage: (message) => messages.push(message) });
  assert.deepEqual(messages, ["half"]);
  assert.equal(await workers.run({ relay: 7 }), "other:7");
  workers.close();
});

test("a thread that does not listen to cancel is ended, and the next job gets a new one", async () => {
  const workers = pool(1);
  const cancel = new AbortController();
  const spinning = workers.run({ spin: true }, { signal: cancel.signal });
  setTimeout(() => cancel.abort(), 50);
  await assert.rejects(spinning, (error: JigError) => error.code === "CANCELLED");
  assert.equal(((await workers.run({ echo: "next" })) as Answer).echo, "next");
  workers.close();
});

test("a thread that crashes fails its job only", async () => {
  const workers = pool(1);
  await assert.rejects(workers.run({ crash: true }), (error: JigError) => error.code === "UNAVAILABLE");
  assert.equal(((await workers.run({ echo: 1 })) as Answer).echo, 1);
  workers.close();
  await assert.rejects(workers.run({ echo: 1 }), JigError);
});

test("a long list that comes in parts is whole, in order, and each part waits for a turn of the host", async () => {
  const workers = pool(1);
  const parts = Array.from({ length: 20 }, (_, part) => [part * 2, part * 2 + 1]);
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  assert.deepEqual(await workers.run({ parts }), parts.flat());
  clearInterval(timer);
  assert.ok(turns > 0);
  workers.close();
});

test("a pool for rare jobs ends its threads as soon as nothing waits", async () => {
  const ended: string[] = [];
  let open = 0;
  const counted = (): Thread => {
    const thread = start();
    open++;
    return {
      ...thread,
      terminate: () => {
        ended.push("idle");
        open--;
        thread.terminate();
      },
    };
  };
  const parts = { name: "w", relay: () => Promise.reject(new Error()), log: () => undefined };
  const pool = createWorkerPool({ ...parts, threads: 2, endsWhenIdle: true, start: counted });
  await Promise.all([1, 2, 3, 4].map((echo) => pool.run({ echo })));
  const end = Date.now() + 10_000;
  while (open > 0 && Date.now() < end) await new Promise((settle) => setTimeout(settle, 10));
  assert.deepEqual([open, ended.length > 0], [0, true]);
  assert.equal(((await pool.run({ echo: 5 })) as { echo: number }).echo, 5);
  pool.close();
});
