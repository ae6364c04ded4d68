/** Low-resource tests: failures say what's short and where, nothing is half-done, and memory stays bounded. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { CLASS, call, greeter, LINUX, MANY, manyFiles, tinyDisk } from "./short-of.ts";

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

test("where files may not grow nothing is told by halves", { skip: !LINUX }, () => {
  const root = manyFiles();
  const home = scratch();
  const env = { HOME: home, XDG_CACHE_HOME: join(home, "cache"), TMPDIR: home };
  assertShort(call({ root, env, limit: "ulimit -f 100" }, "list_files", {}), join(home, "cache", "jig"), /ulimit -f/);
  assert.equal(call({ root, env }, "list_files", { limit: 1 }).total_count, MANY);
  // ripgrep is unpacked, but its output doesn't fit.
  assertShort(call({ root, env, limit: "ulimit -f 100" }, "list_files", { limit: 1 }), home, /TMPDIR/);
});
