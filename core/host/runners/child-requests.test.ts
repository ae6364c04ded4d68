/** Requests of plugin processes: limited, and freed at the end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Running } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { answerRequest, createHandles, type RequestContext } from "./child-requests.ts";

const { signal } = new AbortController();

async function* nothing(): AsyncGenerator<Uint8Array> {}

function scope() {
  let killed = 0;
  let last = 0;
  const running = (): Running => ({
    stdout: nothing(),
    stderr: nothing(),
    exit: Promise.resolve({ code: 0, signal: null }),
    kill() {
      killed++;
    },
  });
  // The other members aren't used.
  const connection = { data: nothing(), write: async () => {}, close() {} };
  const call = new AbortController();
  const parts = { signal: call.signal, run: async () => running(), net: { connect: async () => connection } };
  // A tool that never returns. Only these members are used.
  const context = { ...parts, invoke: () => new Promise(() => {}) } as unknown as RequestContext;
  const handles = createHandles(
    () => {},
    () => ++last,
  );
  const ask = (method: string, ...args: unknown[]) => answerRequest(context, method, args, handles, signal);
  const run = async () => (await ask("run", { command: "a", args: [] })) as Record<string, number>;
  return { ask, run, handles, call, killed: () => killed };
}

test("a service may run any number of programs, one after the other", async () => {
  const { ask, run } = scope();
  for (let at = 0; at < 300; at++) {
    const { process, stdout, stderr } = await run();
    assert.deepEqual(await ask("run.exit", process), { code: 0, signal: null });
    for (const stream of [stdout, stderr]) assert.equal(await ask("stream.next", stream), null);
  }
});

test("streams that nothing was read from make room once their program or connection has ended", async () => {
  const { ask, run } = scope();
  for (let at = 0; at < 300; at++) {
    const { process, stdout } = await run();
    await ask("run.exit", process);
    assert.equal(await ask("stream.next", stdout), null);
  }
  for (let at = 0; at < 300; at++) {
    const { connection } = (await ask("net.connect", { host: "a", port: 1 })) as Record<string, number>;
    await ask("net.close", connection);
  }
  for (let at = 0; at < 128; at++) await ask("net.connect", { host: "a", port: 1 });
  await assert.rejects(ask("net.connect", { host: "a", port: 1 }), { code: "LIMIT_EXCEEDED" });
});

test("a program whose handles do not fit is ended, and leaves none", async () => {
  const { run, handles, killed } = scope();
  const ended = () => {};
  for (let at = 0; at < 254; at++) handles.add({}, ended);
  await assert.rejects(run(), { code: "LIMIT_EXCEEDED" });
  assert.equal(killed(), 1);
  handles.add({}, ended);
  handles.add({}, ended);
  assert.throws(() => handles.add({}, ended), { code: "LIMIT_EXCEEDED" });
});

test("a program that starts when its call is over is ended", async () => {
  const { run, handles, killed } = scope();
  handles.endAll();
  await assert.rejects(run(), { code: "CANCELLED" });
  assert.equal(killed(), 1);
});

test("a request that waits is answered when its call is cancelled", async () => {
  const { ask, call } = scope();
  const asked = ask("invoke", "slow", {});
  call.abort(new JigError("TIMEOUT", "too late"));
  await assert.rejects(asked, { code: "TIMEOUT" });
});
