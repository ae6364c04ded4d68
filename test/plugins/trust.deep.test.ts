/** Trust in a repository's plugins, the slow cases: the lock of the store, and thousands of plugins. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { startJig } from "../jig.ts";
import { greet, jig, project } from "./greeter-project.ts";

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
  // Killed, it leaves the lock behind, which keeps nobody out.
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
