/** Several versions of jig sharing a cache: other versions, another runtime, full and read-only disks. Answers stay correct. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { JIG, scratch, TOP } from "../jig.ts";
import { denoOn } from "../runtimes/deno.ts";
import { EditedTree } from "./edited-tree.ts";
import { askAbout, openSession } from "./edits.ts";
import { ManyScripts } from "./many-scripts.ts";
import { LANGUAGES, type ScriptLanguage } from "./script-languages.ts";
import { assertWhole, indexFolders } from "./shared-index.ts";

const QUESTIONS = 240;
const FILES = 1500;
/** Changes to a copy of the sources. The text must be found. */
const OTHER_KEYS: [file: string, old: string, now: string][] = [
  ["plugins/csharp/index/published-segments.ts", "EXTRACTOR_VERSION = ", "EXTRACTOR_VERSION = 999"],
  ["plugins/angelscript/engine/index-store.ts", '"index-', '"index-999'],
  ["plugins/angelscript/engine/uses-store.ts", '"uses-', '"uses-999'],
];
/** Same folders with another format of manifest and parts, and immediate cleanup of unknown files. */
const OTHER_FORM: typeof OTHER_KEYS = [
  ["core/host/index-files/manifest-file.ts", '"manifest-', '"manifest-999'],
  ["core/host/index-files/part-file.ts", "HEADER_VERSION = ", "HEADER_VERSION = 999"],
  ["core/host/index-files/shared-index.ts", "ORPHANED_MS = 60_000", "ORPHANED_MS = 0"],
];

function otherVersion(changes: typeof OTHER_KEYS): string[] {
  const folder = scratch();
  for (const name of ["core", "plugins", "tui", "build", "main.ts", "threads.ts", "package.json", "deno.json"])
    cpSync(join(TOP, name), join(folder, name), { recursive: true });
  symlinkSync(join(TOP, "node_modules"), join(folder, "node_modules"));
  for (const [file, old, now] of changes) {
    const text = readFileSync(join(folder, file), "utf8");
    assert.ok(text.includes(old), `${file} has ${old}`);
    writeFileSync(join(folder, file), text.replace(old, now));
  }
  return denoOn(folder);
}

for (const language of LANGUAGES)
  test(`${language.name}: the binary, Deno and two other versions of jig on one tree that changes`, {
    timeout: 300_000,
  }, async () => {
    const tree = new EditedTree(language, 3, 200);
    const cache = scratch();
    const commands = [[JIG], [JIG], denoOn(TOP), otherVersion(OTHER_KEYS), otherVersion(OTHER_FORM)];
    const sessions = await Promise.all(commands.map((command) => openSession(tree.root, cache, command)));
    await Promise.all(sessions.map((mcp, at) => askAbout(tree, language, mcp, `first of ${at}`)));
    for (let number = 0; number < QUESTIONS; number++) {
      for (let changes = tree.random(4); changes > 0; changes--) tree.change();
      // In parallel, so that each sees what others have just published.
      const question = tree.question();
      await Promise.all(
        sessions.map((mcp, at) => askAbout(tree, language, mcp, `question ${number} to ${at}`, question)),
      );
    }
    for (const mcp of sessions) {
      assert.equal(await language.types(mcp, "types"), tree.files.size);
      assert.equal((await mcp.end()).code, 0);
    }
    // One folder with its own key, and one with both formats.
    const folders = indexFolders(cache, language).filter((folder) =>
      language.index.test(folder.split("/").at(-1) ?? ""),
    );
    assert.equal(folders.length, 2, folders.join());
    rmSync(cache, { recursive: true, force: true });
  });

/** A separate file system. Undefined if the user can't mount one. */
function ownDisk(kilobytes: number): string | undefined {
  const folder = scratch();
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "jig-test", folder]).status === 0
    ? folder
    : undefined;
}

async function answersRightly(tree: ManyScripts, language: ScriptLanguage, cache: string): Promise<void> {
  const sessions = await Promise.all([openSession(tree.root, cache), openSession(tree.root, cache)]);
  for (const [at, mcp] of sessions.entries()) {
    tree.editUse(at + 20);
    assert.deepEqual(await language.ask(mcp, "a", language.typeName(at)), tree.truth(at));
    tree.editUse(at + 30);
    assert.deepEqual(await language.ask(mcp, "b", language.typeName(at + 29)), tree.truth(at + 29));
    assert.equal(await language.types(mcp, "types"), FILES);
  }
  // A session that can't publish lets others build; its own bindings are soon complete.
  const isHeld = (folder: string) => existsSync(join(folder, ".build.lease"));
  while (indexFolders(cache, language).some(isHeld)) await new Promise((settle) => setTimeout(settle, 100));
  for (const mcp of sessions) assert.equal((await mcp.end()).code, 0);
}

for (const language of LANGUAGES) {
  test(`${language.name}: a disk that is full before, during and after the build`, {
    timeout: 120_000,
  }, async (context) => {
    const disk = ownDisk(4096);
    if (disk === undefined) return context.skip("this user may mount no file system");
    try {
      const tree = new ManyScripts(language, FILES);
      const fill = join(disk, "fill");
      // Nothing left, less than needed, and enough for the index but not for what follows.
      for (const left of [0, 64, 256, 1024]) {
        for (const name of ["cache", "fill"]) rmSync(join(disk, name), { recursive: true, force: true });
        writeFileSync(fill, new Uint8Array((4096 - left - 16) * 1024));
        if (left === 0) spawnSync("sh", ["-c", 'cat /dev/zero >> "$0"', fill], { stdio: "ignore" });
        await answersRightly(tree, language, join(disk, "cache"));
        assertWhole(join(disk, "cache"), language);
      }
      rmSync(fill);
      await answersRightly(tree, language, join(disk, "cache"));
      assert.ok(assertWhole(join(disk, "cache"), language) > 0, "with room the index is published");
    } finally {
      spawnSync("umount", [disk]);
    }
  });

  test(`${language.name}: a cache that nobody can write to, empty and with an index`, {
    timeout: 120_000,
  }, async (context) => {
    const disk = ownDisk(16_384);
    if (disk === undefined) return context.skip("this user may mount no file system");
    const allow = (how: "ro" | "rw") => spawnSync("mount", ["-o", `remount,${how}`, disk]);
    try {
      const tree = new ManyScripts(language, FILES);
      const cache = join(disk, "cache");
      allow("ro");
      await answersRightly(tree, language, cache);
      allow("rw");
      await answersRightly(tree, language, cache);
      const parts = assertWhole(cache, language);
      assert.ok(parts > 0);
      allow("ro");
      await answersRightly(tree, language, cache);
      assert.equal(assertWhole(cache, language), parts);
    } finally {
      spawnSync("umount", [disk]);
    }
  });
}
