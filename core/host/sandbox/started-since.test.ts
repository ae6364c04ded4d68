/** Finds processes started since a given time by pid, even if pids wrap around. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { momentNow, processesSince } from "./started-since.ts";

function fakeProc(pids: readonly number[]): { proc: string; say(last: number, started: number): void } {
  const proc = mkdtempSync(join(tmpdir(), "jig-proc-"));
  for (const pid of pids) mkdirSync(join(proc, String(pid)));
  mkdirSync(join(proc, "sys", "kernel"), { recursive: true });
  writeFileSync(join(proc, "sys", "kernel", "pid_max"), "1000\n");
  return {
    proc,
    say(last, started) {
      writeFileSync(join(proc, "loadavg"), `0.10 0.20 0.30 1/99 ${last}\n`);
      writeFileSync(join(proc, "stat"), `cpu 1 2 3\nprocesses ${started}\nprocs_running 1\n`);
    },
  };
}

test("only numbers that were given since, while none can have come again", () => {
  const { proc, say } = fakeProc([1, 400, 500, 501, 640, 900]);
  say(500, 7000);
  const moment = momentNow(proc);
  assert.deepEqual(moment, { last: 500, started: 7000 });
  say(700, 7200);
  assert.deepEqual(processesSince(moment, proc), [501, 640]);
  const all = processesSince(undefined, proc).sort((a, b) => a - b);
  assert.deepEqual(all, [1, 400, 500, 501, 640, 900]);
  for (const [last, started] of [
    [300, 7400],
    [700, 7501],
    [600, 9000],
  ] as const) {
    say(last, started);
    assert.equal(processesSince(moment, proc).length, all.length, `${last} ${started}`);
  }
});

test("nothing is left out where the system does not say", () => {
  const { proc } = fakeProc([7, 8]);
  assert.equal(momentNow(proc), undefined);
  assert.deepEqual(processesSince({ last: 7, started: 1 }, proc).sort(), [7, 8]);
});

test("a process of this machine is among those since", { skip: process.platform !== "linux" && "reads /proc" }, () => {
  const moment = momentNow();
  const child = spawn("sleep", ["9"]);
  const since = processesSince(moment);
  assert.ok(moment && since.includes(child.pid!), since.join());
  assert.ok(!since.includes(process.pid));
  child.kill("SIGKILL");
});
