/** A machine that is short of something: each failure says what, and where; nothing is told by halves, and memory stays bounded. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { environment, JIG, scratch } from "../jig.ts";

const LINUX = process.platform === "linux";
const CLASS = "using System;\npublic class Foo { public int Bar(int n) { return n; } }\n";
const ENOUGH = 120_000;

const mounted: string[] = [];
after(() => {
  for (const folder of mounted) spawnSync("umount", [folder]);
});

/** A file system of its own; undefined where this user may mount none. */
function tinyDisk(option: string): string | undefined {
  const folder = scratch();
  if (!LINUX || spawnSync("mount", ["-t", "tmpfs", "-o", option, "jig-test", folder]).status !== 0) return undefined;
  mounted.push(folder);
  return folder;
}

interface Place {
  root: string;
  env?: Record<string, string>;
  /** For the shell that starts jig. */
  limit?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
function call({ root, env = {}, limit = "true" }: Place, tool: string, input: unknown, plugins: string[] = []): any {
  const words = ["call", tool, "--as", "json", "--root", root, "--input", JSON.stringify(input), ...plugins];
  const { stdout, stderr } = spawnSync("bash", ["-c", `${limit}; exec "$0" "$@"`, JIG, ...words], {
    env: environment(env),
    encoding: "utf8",
    timeout: ENOUGH,
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.match(stdout, /^\{/, `${tool} printed no JSON: ${stderr}`);
  return JSON.parse(stdout);
}

function assertShort(answer: { success?: boolean; error: string; code: string }, folder: string, says: RegExp): void {
  assert.equal(answer.code, "UNAVAILABLE", JSON.stringify(answer));
  assert.ok(answer.error.includes(JSON.stringify(folder).slice(0, -1)), `${answer.error} names ${folder}`);
  assert.match(answer.error, says);
}

/** A plugin that a user put in place, and the flags for it. */
function greeter(): string[] {
  const folder = scratch({
    "greet.py": 'import json\nprint(json.dumps({"value": {"said": "hello"}}))\n',
    "plugin.json": JSON.stringify({
      name: "greeter",
      version: "1.0.0",
      title: "Greeter",
      description: "Greets.",
      host: "^1",
      permissions: { run: ["python3"] },
      tools: {
        greet: {
          title: "Greet",
          description: "Says hello to whoever calls it.",
          effect: "read",
          input: { type: "object" },
          handler: { command: ["python3", "greet.py"] },
        },
      },
    }),
  });
  return ["--plugins", folder];
}

test("on a full disk every failure names the folder, and what needs no disk works", (t) => {
  const disk = tinyDisk("size=256k");
  if (disk === undefined)
    return t.skip("this user may mount no file system; the limit of a file's size shows the same");
  const root = scratch({ "a.txt": "hello\n", "Assets/Foo.cs": CLASS });
  spawnSync("sh", ["-c", 'cat /dev/zero > "$0"', join(disk, "fill")], { stdio: "ignore" });
  const env = { XDG_CACHE_HOME: join(disk, "cache"), TMPDIR: disk };
  const place = { root, env };
  assertShort(call(place, "search_content", { query: "hello" }), join(disk, "cache", "jig"), /the disk is full/);
  assertShort(call(place, "list_files", {}), join(disk, "cache", "jig"), /the disk is full.*XDG_CACHE_HOME/);
  // What confines it, once there, needs no room; before, nothing of a stranger's runs.
  assertShort(call(place, "greet", {}, greeter()), join(disk, "cache", "jig"), /the disk is full/);
  assert.equal(call(place, "script_search", { pattern: "Bar" }).total, 1);
  assert.equal(call(place, "extract_code_section", { file_path: "a.txt" }).success, true);
});

test("a full folder of temporary files makes no answer shorter", (t) => {
  const disk = tinyDisk("size=256k");
  if (disk === undefined) return t.skip("this user may mount no file system");
  const root = manyFiles();
  spawnSync("sh", ["-c", 'cat /dev/zero > "$0"', join(disk, "fill")], { stdio: "ignore" });
  const place = { root, env: { TMPDIR: disk } };
  assert.equal(call(place, "list_files", { limit: 1 }).total_count, MANY);
  const saved = call(place, "search_content", { query: "hello", output_file: "out.json", max_count: 1 });
  assert.match(String(saved.file_saved), /^Results saved/, String(saved.file_save_error));
});

test("where nothing can be written the folder is named, and what needs none works", (t) => {
  const disk = tinyDisk("size=256k");
  const folder = disk ?? scratch();
  if (disk !== undefined) spawnSync("mount", ["-o", "remount,ro", disk]);
  else if (process.getuid?.() === 0) return t.skip("root writes everywhere, and may mount no file system here");
  else chmodSync(folder, 0o500);
  const root = scratch({ "a.txt": "hello\n", "Assets/Foo.cs": CLASS });
  const env = { HOME: folder, XDG_CACHE_HOME: join(folder, "cache"), XDG_CONFIG_HOME: folder, TMPDIR: folder };
  const place = { root, env };
  assertShort(call(place, "search_content", { query: "hello" }), folder, /XDG_CACHE_HOME/);
  assertShort(call(place, "greet", {}, greeter()), folder, /XDG_CACHE_HOME/);
  assert.equal(call(place, "script_search", { pattern: "Bar" }).total, 1);
  assert.equal(call(place, "extract_code_section", { file_path: "a.txt" }).success, true);
});

const MANY = 2000;

/** Their names are more than a hundred kilobytes. */
function manyFiles(): string {
  const root = scratch();
  mkdirSync(join(root, "below"));
  const name = "a-name-that-is-long-enough-to-fill-the-list-of-all-files-";
  for (let at = 1; at < MANY; at++) writeFileSync(join(root, "below", `${name}${at}`), at % 100 === 0 ? "hello\n" : "");
  return root;
}

test("where files may not grow nothing is told by halves", { skip: !LINUX }, () => {
  const root = manyFiles();
  const home = scratch();
  const env = { HOME: home, XDG_CACHE_HOME: join(home, "cache"), TMPDIR: home };
  assertShort(call({ root, env, limit: "ulimit -f 100" }, "list_files", {}), join(home, "cache", "jig"), /ulimit -f/);
  assert.equal(call({ root, env }, "list_files", { limit: 1 }).total_count, MANY);
  // Now ripgrep is there; what it lists does not fit.
  assertShort(call({ root, env, limit: "ulimit -f 100" }, "list_files", { limit: 1 }), home, /TMPDIR/);
});

interface Line {
  id: number;
  error?: { message: string };
  result?: { isError?: boolean; content?: { text: string }[] };
}

/** A client of a server that a shell started with limits. */
function serve({ root, limit = "true" }: Place, plugins: string[] = []) {
  const words = ["mcp", "--root", root, ...plugins];
  const child = spawn("bash", ["-c", `${limit}; exec "$0" "$@"`, JIG, ...words], {
    env: environment(),
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => {});
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  send({ id: 0, method: "initialize", params });
  send({ method: "notifications/initialized" });
  /** Reads until so many answers came. */
  const answers = async (count: number) => {
    const lines: Line[] = [];
    let rest = Buffer.alloc(0);
    for await (const chunk of child.stdout) {
      const parts = Buffer.concat([rest, chunk]);
      let from = 0;
      for (let at = parts.indexOf(10); at >= 0; at = parts.indexOf(10, from)) {
        lines.push(JSON.parse(parts.toString("utf8", from, at)));
        from = at + 1;
      }
      rest = parts.subarray(from);
      if (lines.length >= count) break;
    }
    return lines;
  };
  return { child, send, answers };
}

for (const limit of ["ulimit -n 64", "ulimit -v 2097152"]) {
  test(`many calls at once under \`${limit}\``, { skip: !LINUX, timeout: ENOUGH }, async () => {
    const root = scratch({ "a.txt": "hello\n", "Assets/Foo.cs": CLASS });
    const { child, send, answers } = serve({ root, limit }, greeter());
    const calls = [
      { name: "search_content", arguments: { query: "hello" } },
      { name: "list_files", arguments: {} },
      { name: "script_refs_find", arguments: { name: "Bar" } },
      { name: "extract_code_section", arguments: { file_path: "a.txt" } },
      { name: "check_code_scale", arguments: { file_path: "Assets/Foo.cs" } },
    ];
    for (let id = 1; id <= 50; id++) send({ id, method: "tools/call", params: calls[id % calls.length]! });
    for (let id = 51; id <= 54; id++) send({ id, method: "tools/call", params: { name: "greet", arguments: {} } });
    const failed = (await answers(55)).filter(({ error, result }) => error || result?.isError);
    assert.deepEqual(failed, []);
    child.kill("SIGKILL");
  });
}

test("a client that asks and never reads costs no more than some answers", {
  skip: !LINUX,
  timeout: ENOUGH,
}, async () => {
  const { child, send, answers } = serve({ root: scratch() });
  const asked = 20_000;
  for (let id = 1; id <= asked; id++) send({ id, method: "tools/list" });
  const most = await whenQuiet(child.pid!);
  assert.ok(most < 400, `it holds ${most} MB`);
  // Whoever reads after all gets every answer; those of a few are enough here.
  const wanted = process.env.JIG_LONG ? asked + 1 : 300;
  const got = await answers(wanted);
  assert.deepEqual([...new Set(got.map(({ id }) => id))].length, got.length);
  assert.ok(got.every(({ error }) => error === undefined));
  assert.ok(memoryOf(child.pid!) < 600, `it holds ${memoryOf(child.pid!)} MB while it is read`);
  child.kill("SIGKILL");
});

/** The most megabytes that a process held until it did nothing more. */
async function whenQuiet(pid: number): Promise<number> {
  let most = 0;
  for (let quiet = 0, before = -1; quiet < 4; ) {
    await pause(150);
    const ticks = ticksOf(pid);
    quiet = ticks - before <= 1 ? quiet + 1 : 0;
    before = ticks;
    most = Math.max(most, memoryOf(pid));
    if (most > 1000) return most;
  }
  return most;
}

function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
    .replace(/^.*\) /s, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

function memoryOf(pid: number): number {
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))![1]) / 1024);
}
