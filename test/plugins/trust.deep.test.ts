/** Slow trust tests: the store's lock, and thousands of plugins. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { callJig, runJig, scratch, startJig } from "../jig.ts";
import { approve, greet, jig, type Project, project } from "./greeter-project.ts";
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

test("a name that a folder here has too is refused, and neither plugin loses or gets an approval", () => {
  const from = project();
  assert.equal(approve(from).code, 0);
  const twin = join(from.root, "greeter");
  cpSync(from.folder, twin, { recursive: true });
  for (const command of ["trust", "untrust"]) {
    const { code, stderr } = jig(from, "plugin", command, "greeter");
    assert.equal(code, 2);
    assert.ok(stderr.includes(`is both a folder here and the name of the plugin in ${from.folder}`), stderr);
    assert.match(stderr, /Write \.\/greeter for the folder/);
  }
  assert.match(jig(from, "plugin", "untrust", "./greeter").stdout, /was not trusted/);
  assert.equal(greet(from).code, 0);
  assert.match(jig(from, "plugin", "untrust", from.folder).stdout, /is no longer trusted/);
  assert.equal(greet(from).code, 1);
});

test("approvals given at the same time are all kept", async () => {
  const from = project();
  const folders = Array.from({ length: 6 }, (_, at) => {
    const folder = join(from.root, ".jig", "plugins", `greeter${at}`);
    cpSync(from.folder, folder, { recursive: true });
    const manifest = readFileSync(join(folder, "plugin.json"), "utf8");
    writeFileSync(
      join(folder, "plugin.json"),
      manifest.replace('"greeter"', `"greeter${at}"`).replace('"greet"', `"greet${at}"`),
    );
    return folder;
  });
  const hashes = folders.map((folder) => /--hash ([0-9a-f]+)/.exec(jig(from, "plugin", "trust", folder).stderr)![1]!);
  const started = folders.map((folder, at) =>
    startJig(["plugin", "trust", folder, "--hash", hashes[at]!], { cwd: from.root, env: from.env }),
  );
  await Promise.all(started.map((child) => new Promise((settle) => child.on("close", settle))));
  const store = join(from.env.XDG_CONFIG_HOME!, "jig", "trust.json");
  assert.deepEqual(Object.keys(JSON.parse(readFileSync(store, "utf8")).plugins).sort(), folders);
});

test("a trust store that is a folder, or speaks of prototypes, approves nothing", () => {
  const from = project();
  const store = join(from.env.XDG_CONFIG_HOME!, "jig", "trust.json");
  mkdirSync(store, { recursive: true });
  assert.equal(greet(from).code, 1);
  rmSync(store, { recursive: true });
  writeFileSync(store, '{"version": 1, "plugins": {"__proto__": {"hash": "x"}}}');
  assert.equal(greet(from).code, 1);
  assert.equal(approve(from).code, 0);
  assert.equal(greet(from).code, 0);
});

test("a .jig that is a link to another project brings in neither its approved plugins nor its settings", () => {
  const from = project();
  writeFileSync(join(from.root, ".jig", "settings.json"), JSON.stringify({ quiet: true }));
  assert.equal(approve(from).code, 0);
  assert.equal(greet(from).code, 0);
  const stranger = scratch();
  symlinkSync(join(from.root, ".jig"), join(stranger, ".jig"));
  const greeted = greet({ ...from, root: stranger });
  assert.notEqual(greeted.code, 0);
  assert.match(greeted.stderr, /leads out of the root/);
  const settings = jig({ ...from, root: stranger }, "settings", "--json");
  assert.match(settings.stderr, /its folder is a link/);
  assert.ok(!settings.stdout.includes('"quiet"'), settings.stdout);
});
