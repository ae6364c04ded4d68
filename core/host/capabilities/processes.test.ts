/** Child processes: streaming, environment, termination of the whole tree. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Running } from "../contract/context.ts";
import { childEnvironment } from "./child-environment.ts";
import { createProcesses } from "./processes.ts";

const processes = createProcesses({
  find: async (command) => ({ path: command, own: false }),
  cwd: undefined,
  environment: {
    PATH: process.env.PATH,
    BUN_OPTIONS: "--preload x",
    NODE_OPTIONS: "-r x",
    RIPGREP_CONFIG_PATH: "x",
    KEPT: "yes",
  },
});

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += Buffer.from(chunk).toString();
  return text;
}

/** Zombies count as dead. In containers, orphans may never be reaped. */
const alive = (pid: number) => {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
};

test("run() gives stdout, stderr and the exit code; stdin is closed or what was given", async () => {
  const child = await processes.run({ command: "sh", args: ["-c", "cat; echo err >&2; exit 3"], stdin: "in" });
  assert.equal(await textOf(child.stdout), "in");
  assert.equal(await textOf(child.stderr), "err\n");
  assert.deepEqual(await child.exit, { code: 3, signal: null });
  const silent = await processes.run({ command: "cat", args: [] });
  assert.equal(await textOf(silent.stdout), "");
});

test("a folder that is gone is not a program that is missing", async () => {
  const ended = async (command: string, cwd: string) => {
    const child = await processes.run({ command, args: [], cwd });
    return child.exit;
  };
  await assert.rejects(ended("true", "/no/such/folder"), {
    code: "PATH_NOT_FOUND",
    message: 'The folder "/no/such/folder" is gone',
  });
  await assert.rejects(ended("no-such-program", "/"), { code: "UNAVAILABLE" });
});

test("words are never split or expanded", async () => {
  const child = await processes.run({ command: "printf", args: ["%s|", "$HOME", "a b", "; ls", "*"] });
  assert.equal(await textOf(child.stdout), "$HOME|a b|; ls|*|");
});

test("the environment is passed without what would run code", async () => {
  assert.deepEqual(
    childEnvironment(
      { A: "1", B: undefined, BUN_BE_BUN: "1", LD_PRELOAD: "x", DYLD_INSERT_LIBRARIES: "x" },
      { C: "2" },
    ),
    {
      A: "1",
      C: "2",
    },
  );
  const child = await processes.run({
    command: "sh",
    args: ["-c", "echo $BUN_OPTIONS$NODE_OPTIONS$RIPGREP_CONFIG_PATH$KEPT"],
  });
  assert.equal(await textOf(child.stdout), "yes\n");
});

/** A shell whose child ignores SIGTERM. Prints both pids. */
async function stubborn(options: { signal?: AbortSignal } = {}): Promise<{ child: Running; pids: number[] }> {
  const script = "trap '' TERM; sh -c 'trap \"\" TERM; while :; do sleep 0.1; done' & echo $$ $!; wait";
  const child = await processes.run({ command: "sh", args: ["-c", script], ...options });
  for await (const chunk of child.stdout)
    return { child, pids: Buffer.from(chunk).toString().trim().split(" ").map(Number) };
  throw new TypeError("the shell printed nothing");
}

test("an abort ends the whole tree, also one that ignores SIGTERM", async () => {
  const cancel = new AbortController();
  const { child, pids } = await stubborn({ signal: cancel.signal });
  assert.ok(pids.every(alive));
  cancel.abort();
  assert.equal((await child.exit).signal, "SIGKILL");
  while (pids.some(alive)) await sleep(10);
});

test("close() ends what still runs", async () => {
  const own = createProcesses({
    find: async (command) => ({ path: command, own: false }),
    cwd: undefined,
    environment: process.env,
  });
  const child = await own.run({ command: "sleep", args: ["60"] });
  own.close();
  assert.equal((await child.exit).code, null);
});

test("a command that is not there, a NUL and an aborted signal are refused", async () => {
  const child = await processes.run({ command: "no-such-command-here", args: [] });
  await assert.rejects(child.exit, { code: "UNAVAILABLE" });
  await assert.rejects(processes.run({ command: "echo", args: ["a\0b"] }), { code: "INVALID_ARGUMENT" });
  await assert.rejects(processes.run({ command: "echo", args: [], signal: AbortSignal.abort() }));
});

test("a child that takes more memory than it may is ended, and says so", {
  skip: process.platform !== "linux",
}, async () => {
  // An endless line, which tail has to keep in memory.
  const child = await processes.run({ command: "tail", args: ["-n1", "/dev/zero"], maxMemoryBytes: 50_000_000 });
  assert.deepEqual(await child.exit, { code: null, signal: "SIGKILL", outOfMemory: true });
  const modest = await processes.run({ command: "sleep", args: ["0.3"], maxMemoryBytes: 50_000_000 });
  assert.deepEqual(await modest.exit, { code: 0, signal: null });
});

test("what came with jig gives way to what was asked for later, never the other way, and is ended all the same", {
  skip: process.platform === "win32",
}, async () => {
  const own = createProcesses({
    find: async (path) => ({ path, own: true }),
    cwd: undefined,
    environment: process.env,
  });
  const sleeping = () => own.run({ command: "sleep", args: ["60"] });
  // The suite itself may run with `nice`.
  const ours = getPriority();
  const lower = Math.min(ours + 2, 19);
  const first = await sleeping();
  assert.equal(getPriority(first.pid), ours);
  const second = await sleeping();
  assert.deepEqual(
    [first, second].map(({ pid }) => getPriority(pid)),
    [lower, ours],
  );
  setPriority(second.pid!, 19);
  const third = await sleeping();
  assert.deepEqual(
    [first, second, third].map(({ pid }) => getPriority(pid)),
    [lower, 19, ours],
  );
  for (const each of [first, second, third]) each.kill();
  assert.equal((await first.exit).signal, "SIGTERM");
});

test("a run that is given up while it is prepared ends at once", async () => {
  const stop = new AbortController();
  const prepared = createProcesses({
    find: async (command) => ({ path: command, own: false }),
    cwd: undefined,
    environment: { PATH: process.env.PATH },
    async confine() {
      stop.abort();
      return undefined;
    },
  });
  const child = await prepared.run({ command: "sleep", args: ["60"], signal: stop.signal });
  assert.deepEqual(await child.exit, { code: null, signal: "SIGTERM" });
});
