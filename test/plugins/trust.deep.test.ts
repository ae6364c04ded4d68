/** Slow trust tests: the store's lock, and thousands of plugins. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { callJig, runJig, startJig } from "../jig.ts";
import { greet, jig, type Project, project } from "./greeter-project.ts";
import { WITHOUT_DENO } from "./paths.ts";

test("a lock of the trust store is a living process's as long as it lives", {
  skip: process.platform === "win32",
}, async () => {
  const from = project();
  const hash = /--hash ([0-9a-f]+)/.exec(jig(from, "plugin", "trust").stderr)![1]!;
  const lock = join(from.env.XDG_CONFIG_HOME!, "jig", "trust.json.lock");
  mkdirSync(dirname(lock), { recursive: true });
  const holder = spawn("sleep", ["60"]);
  writeFileSync(lock, `token ${holder.pid} ${hostname()}`);
  const waiting = startJig(["plugin", "trust", "--hash", hash], { cwd: from.root, env: from.env });
  const ended = once(waiting, "close");
  await setTimeout(5000);
  assert.equal(waiting.exitCode, null);
  assert.ok(existsSync(lock));
  // When killed it leaves the lock, which must not block others.
  holder.kill("SIGKILL");
  assert.equal((await ended)[0], 0);
  assert.ok(!existsSync(lock));
  assert.equal(greet(from).stdout, '"hello"\n');
});

test("a repository with thousands of plugins, or with thousands of files in one, opens at once", () => {
  const from = project();
  for (let at = 0; at < 3000; at++) {
    const folder = join(from.root, ".jig", "plugins", `p${at}`);
    mkdirSync(folder);
    writeFileSync(join(folder, "plugin.json"), "{}");
  }
  const { stdout } = jig(from, "plugin", "list");
  assert.ok(stdout.split("\n").length < 400, "the first hundred are listed");
  for (let at = 0; at < 12_000; at++) writeFileSync(join(from.folder, `${at}`), "");
  assert.match(jig(from, "plugin", "trust", from.folder).stderr, /more than 10000 files/);
});

/** Approves by the hash in the error message, like a script would. */
function approve(from: Project, ...flags: string[]) {
  const refused = jig(from, "plugin", "trust", ...flags);
  const hash = /--hash ([0-9a-f]+)/.exec(refused.stderr)?.[1];
  assert.ok(hash, refused.stderr);
  return jig(from, "plugin", "trust", ...flags, "--hash", hash);
}

test("a change asks again and shows a diff; a handler swapped after trust is not run", () => {
  const from = project();
  approve(from);
  writeFileSync(join(from.folder, "greet.ts"), 'export default async () => ({ value: "evil" });\n');
  assert.match(greet(from).stdout, /changed since it was trusted/);
  const { stdout } = jig(from, "plugin", "trust");
  assert.match(
    stdout,
    /~ greet\.ts\n.*- export default async \(\) => \(\{ value: "hello" \}\);\n.*\+ export default .*"evil"/,
  );
  approve(from);
  assert.equal(greet(from).stdout, '"evil"\n');
  // After moving the folder it's a different plugin.
  const moved = project();
  assert.equal(greet({ ...moved, env: from.env }).code, 1);
});

test("no sandbox: NOT SANDBOXED is said, and wishes need --unsandboxed", () => {
  const unconfined = (from: Project): Project => ({ ...from, env: { ...from.env, JIG_NO_CONFINEMENT: "1" } });
  const quiet = unconfined(project({}, WITHOUT_DENO));
  assert.match(jig(quiet, "plugin", "trust").stdout, /NOT SANDBOXED: there is no deno/);
  // Without a sandbox, requesting few permissions guarantees nothing.
  assert.match(jig(quiet, "plugin", "trust").stderr, /is NOT SANDBOXED.*--unsandboxed/);
  approve(quiet, "--unsandboxed");
  assert.equal(greet(quiet).code, 0);
  assert.match(jig(quiet, "plugin", "list").stdout, /NOT SANDBOXED/);

  const wishing = unconfined(project({ permissions: { run: ["git"] } }, WITHOUT_DENO));
  const refused = jig(wishing, "plugin", "trust");
  assert.match(refused.stderr, /run git.*NOT SANDBOXED.*--unsandboxed/);
  approve(wishing, "--unsandboxed");
  assert.equal(greet(wishing).code, 0);

  // Approved with a sandbox. Without one, it needs another confirmation.
  const before = unconfined(project({ permissions: { run: ["git"] } }));
  approve(before);
  assert.equal(greet(before).code, 0);
  const later = greet({ ...before, env: { ...before.env, PATH: WITHOUT_DENO } });
  assert.match(later.stdout, /NOT SANDBOXED.*--unsandboxed/);
});

test("a home that cannot be written to, or is none, costs the approval and nothing else", {
  skip: !existsSync("/proc"),
}, () => {
  const from = project();
  const homes: Record<string, string>[] = [
    { HOME: "/proc/none", XDG_CONFIG_HOME: "", XDG_CACHE_HOME: "" },
    { HOME: "relative", XDG_CONFIG_HOME: "also/relative", XDG_CACHE_HOME: "relative" },
  ];
  for (const home of homes) {
    const env = { ...from.env, ...home };
    const { code, value } = callJig("list_files", {}, { cwd: from.root, env });
    assert.deepEqual([code, value.success], [0, true]);
    const ran = runJig(["call", "greet", "--plugins", from.folder, "--as", "json"], { cwd: from.root, env });
    assert.equal(ran.stdout, '"hello"\n', ran.stderr);
    assert.deepEqual(readdirSync(from.root).sort(), [".jig", "a.txt"]);
  }
  const hash = /--hash ([0-9a-f]+)/.exec(jig(from, "plugin", "trust").stderr)![1]!;
  const env = { ...from.env, ...homes[0] };
  const refused = runJig(["plugin", "trust", "--hash", hash], { cwd: from.root, env });
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /Cannot write .*trust\.json.*XDG_CONFIG_HOME/);
});
