/** Low-resource tests: failures say what's short and where, nothing is half-done, and memory stays bounded. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { environment, JIG, scratch } from "../jig.ts";
import { CLASS, ENOUGH, greeter, LINUX, type Place } from "./short-of.ts";

const mounted: string[] = [];
after(() => {
  for (const folder of mounted) spawnSync("umount", [folder]);
});

/** A separate file system. Undefined if the user can't mount one. */
function tinyDisk(option: string): string | undefined {
  const folder = scratch();
  if (!LINUX || spawnSync("mount", ["-t", "tmpfs", "-o", option, "jig-test", folder]).status !== 0) return undefined;
  mounted.push(folder);
  return folder;
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
  // The sandbox needs no more space once it exists. Before that, no third-party code runs.
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

/** Over 100 KB of file names. */
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
  // ripgrep is unpacked, but its output doesn't fit.
  assertShort(call({ root, env, limit: "ulimit -f 100" }, "list_files", { limit: 1 }), home, /TMPDIR/);
});
