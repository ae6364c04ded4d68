/** What a plugin may hold is a value of its manifest: enforced, and shown before anybody approves it. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";

/** A repository with one plugin that takes as many megabytes as it is told. */
function hog(memory: number | undefined, folder = scratch()): string {
  const plugin = join(folder, ".jig", "plugins", "hog");
  mkdirSync(plugin, { recursive: true });
  const input = { type: "object", properties: { mb: { type: "integer", description: "Megabytes" } }, required: ["mb"] };
  const manifest = {
    name: "hog",
    version: "1.0.0",
    title: "Hog",
    description: "Takes memory.",
    host: "^1",
    ...(memory === undefined ? {} : { memoryMb: memory }),
    tools: { hog_take: { title: "Take", description: "Takes memory.", effect: "read", handler: "./hog.ts", input } },
  };
  writeFileSync(join(plugin, "plugin.json"), JSON.stringify(manifest));
  writeFileSync(
    join(plugin, "hog.ts"),
    `export default async ({ mb }) => {
      const held = Array.from({ length: mb }, () => new Uint8Array(1 << 20).fill(7));
      await new Promise((settle) => setTimeout(settle, 2000));
      return { value: { held: held.length } };
    };\n`,
  );
  return folder;
}

/** As a plugin that is named outright. */
function take(project: string, mb: number) {
  const input = JSON.stringify({ mb });
  const args = ["call", "hog_take", "--plugins", join(project, ".jig", "plugins"), "--input", input];
  return JSON.parse(runJig(args).stdout);
}

test("a plugin holds what its manifest says, 512 MB where it says nothing", { timeout: 60_000 }, () => {
  const small = take(hog(128), 300);
  assert.equal(small.code, "LIMIT_EXCEEDED");
  assert.match(small.error, /more than 128 MB/);
  assert.deepEqual(take(hog(undefined), 300), { held: 300 });
  assert.match(take(hog(undefined), 700).error, /more than 512 MB/);
  assert.deepEqual(take(hog(1024), 700), { held: 700 });
});

test("the review says it, and a limit that is none is refused", () => {
  const shown = runJig(["plugin", "trust", ".jig/plugins/hog"], { cwd: hog(128) });
  assert.match(shown.stdout + shown.stderr, /memory: 128 MB/);
  const wrong = runJig(["plugin", "check", join(hog(8), ".jig", "plugins", "hog")]);
  assert.match(wrong.stdout + wrong.stderr, /memoryMb: must be >=64, not 8/);
});
