/** Slow low-resource tests: few file descriptors, little memory, a client that never reads. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { environment, JIG, scratch } from "../jig.ts";
import { CLASS, call, ENOUGH, greeter, LINUX, MANY, manyFiles, type Place, tinyDisk } from "./short-of.ts";

interface Line {
  id: number;
  error?: { message: string };
  result?: { isError?: boolean; content?: { text: string }[] };
}

/** A client for a server started by a shell with limits. */
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
  /** Reads this many responses. */
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
  // A client that resumes reading gets all responses. Checking a few is enough here.
  const wanted = process.env.JIG_LONG ? asked + 1 : 300;
  const got = await answers(wanted);
  assert.deepEqual([...new Set(got.map(({ id }) => id))].length, got.length);
  assert.ok(got.every(({ error }) => error === undefined));
  assert.ok(memoryOf(child.pid!) < 600, `it holds ${memoryOf(child.pid!)} MB while it is read`);
  child.kill("SIGKILL");
});

/** Peak memory in MB until the process is idle. */
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
