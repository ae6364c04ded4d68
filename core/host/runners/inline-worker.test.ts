/** Workers on the calling thread behave like those on their own. */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { WorkerContext } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { serveThread } from "../thread-assembly.ts";
import { startInlineWorker } from "./inline-worker.ts";
import { createWorkerPool } from "./worker-pool.ts";
import type { WorkerRole } from "./worker-thread.ts";

interface Job {
  rows?: number;
  relay?: string;
  fail?: boolean;
  wait?: boolean;
}

async function work({ rows, relay, fail, wait }: Job, { emit, signal, worker, keep }: WorkerContext): Promise<unknown> {
  if (fail) throw new JigError("ENCODING", "no");
  if (relay !== undefined) return await worker("other", relay);
  if (wait) await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  if (rows !== undefined) return Array.from({ length: rows }, (_, at) => ({ at }));
  const said = { count: 1 };
  emit(said);
  said.count = 2;
  return await keep("kept", () => ({ seen: new Map([["a", new Uint8Array(3)]]) }));
}

function pool() {
  const folder = mkdtempSync(join(tmpdir(), "jig-here-"));
  const role: WorkerRole = {
    role: "worker",
    plugin: "p",
    worker: "w",
    permissions: {},
    roots: [],
    readOnly: true,
    cacheFolder: folder,
    oneCall: true,
  };
  const runtime = { assets: { read: async () => undefined }, environment: {} };
  return createWorkerPool({
    name: "here",
    threads: 1,
    start: () =>
      startInlineWorker(async (port) => serveThread(role, async () => ({ default: work as never }), port, runtime)),
    relay: async (worker, input) => `${worker}:${input}`,
    log: () => {},
  });
}

test("it answers, emits, relays and fails, and what is sent is a copy", async () => {
  const workers = pool();
  const heard: unknown[] = [];
  const answer = (await workers.run({}, { onMessage: (value) => heard.push(value) })) as {
    seen: Map<string, Uint8Array>;
  };
  assert.deepEqual(heard, [{ count: 1 }]);
  assert.deepEqual([...answer.seen.get("a")!], [0, 0, 0]);
  assert.notEqual(await workers.run({}), answer);
  assert.equal(await workers.run({ relay: "x" }), "other:x");
  await assert.rejects(workers.run({ fail: true }), { code: "ENCODING" });
  assert.equal(((await workers.run({ rows: 1000 })) as unknown[]).length, 1000);
  workers.close();
});

test("a cancelled job ends, and the next one is answered", async () => {
  const workers = pool();
  const stop = new AbortController();
  const job = workers.run({ wait: true }, { signal: stop.signal });
  setTimeout(() => stop.abort(), 20);
  await assert.rejects(job, { code: "CANCELLED" });
  assert.equal(await workers.run({ relay: "y" }), "other:y");
  workers.close();
});
