/** Slow index tests: kills at random times. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startJig } from "../jig.ts";
import { user } from "./index-user.ts";
import { index, pack } from "./shelf.ts";

test("a kill at any moment leaves the one version or the other, and the next command cleans up", async () => {
  const who = user();
  const files = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`data/${at}.txt`, `${at}\n`]));
  const shelf = index({
    "todo-1.0.0.jigplugin": pack({ files }),
    "todo-2.0.0.jigplugin": pack({ version: "2.0.0", files }),
  });
  const hashes = new Map<string, string>();
  for (const version of ["1.0.0", "2.0.0"]) {
    const { stderr } = who.jig("plugin", "install", `acme/todo@${version}`, "--index", shelf);
    hashes.set(version, /--hash ([0-9a-f]+)/.exec(stderr)?.[1] ?? "none");
  }
  const words = (version: string) => [
    "plugin",
    "install",
    `acme/todo@${version}`,
    "--index",
    shelf,
    "--hash",
    hashes.get(version)!,
  ];
  const started = performance.now();
  assert.equal(who.jig(...words("1.0.0")).code, 0);
  const whole = performance.now() - started;
  for (let round = 0; round < Number(process.env.JIG_KILLS ?? 4); round++) {
    const child = startJig(words(round % 2 === 0 ? "2.0.0" : "1.0.0"), who);
    const ended = new Promise((settle) => child.on("exit", settle));
    // Startup takes most of the time; the interesting part is the end.
    await new Promise((settle) => setTimeout(settle, whole * (0.4 + 0.6 * Math.random())));
    child.kill("SIGKILL");
    await ended;
    const present = readdirSync(who.plugins).filter((name) => !name.startsWith("."));
    if (present.length === 0) continue;
    const count = readdirSync(join(who.plugins, "todo", "data")).length;
    assert.equal(count, 200);
    assert.match(who.answer().stdout, /[12]\.0\.0/);
  }
  // Like a process killed between two renames, and one that hadn't written the lock file yet.
  renameSync(join(who.plugins, "todo"), join(who.plugins, ".old-todo"));
  mkdirSync(join(who.plugins, ".new-999999999-abc"));
  assert.equal(who.jig("plugin", "install", "acme/todo@2.0.0", "--hash", hashes.get("2.0.0")!).code, 0);
  assert.deepEqual(readdirSync(who.plugins), ["todo"]);
  assert.equal(who.lock().plugins.todo.version, "2.0.0");
  assert.deepEqual(who.lock().arriving, {});
});
