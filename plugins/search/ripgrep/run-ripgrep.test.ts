/** Tests that ripgrep's exit code decides whether "no match" may be reported. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type RunContext, runRg } from "./run-ripgrep.ts";
import { SearchDeadline } from "./search-deadline.ts";

/** Creates a context in which rg writes this to stderr and exits with this code. */
function contextOf(code: number, stderr: string): RunContext {
  async function* said() {
    yield new TextEncoder().encode(stderr);
  }
  async function* nothing() {}
  const running = { stdout: nothing(), stderr: said(), exit: Promise.resolve({ code, signal: null }), kill() {} };
  return { run: async () => running, signal: new AbortController().signal } as unknown as RunContext;
}

const end = (code: number, stderr = "") =>
  runRg(contextOf(code, stderr), { args: [], cwd: "/" }, new SearchDeadline(60_000), async (stdout) => {
    for await (const _ of stdout);
  });

test("rg's own exits are answers, any other is a program that did not work", async () => {
  assert.deepEqual(await end(1), { stderr: [], code: 1 });
  assert.deepEqual(await end(2, "rg: ./a: no\n"), { stderr: ["rg: ./a: no"], code: 2 });
  // A missing library on Windows, a missing loader on Linux, and a panic.
  await assert.rejects(end(53), { code: "COMMAND_FAILED", message: "ripgrep exited with code 53" });
  await assert.rejects(end(101, "thread panicked\n"), /exited with code 101: thread panicked/);
});
