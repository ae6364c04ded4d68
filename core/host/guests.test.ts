/** What counts as a changed grammar. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createGuests } from "./guests.ts";
import type { Registry } from "./manifest/registry.ts";

test("a changed file changes the stamp, also beside a link that leads nowhere", {
  skip: process.platform === "win32",
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-guests-"));
  const language = { id: "ini", title: "Ini", extensions: [".ini"], level: "index" };
  const plugin = { source: folder, builtIn: false, manifest: { name: "ini", languages: [language] } };
  const guests = createGuests({ plugins: () => [plugin] } as unknown as Registry, () => assert.fail("nothing runs"));
  const stamp = async () => (await guests.list())[0]?.stamp;
  writeFileSync(join(folder, "tags.scm"), "");
  symlinkSync("nobody@nowhere", join(folder, ".#tags.scm"));
  mkdirSync(join(folder, "grammar/built"), { recursive: true });
  writeFileSync(join(folder, "grammar/built/ini.wasm"), "old");
  const first = await stamp();
  writeFileSync(join(folder, "grammar/built/ini.wasm"), "another");
  const before = await stamp();
  assert.notEqual(before, first);
  assert.equal(await stamp(), before);
  utimesSync(join(folder, "tags.scm"), 1_000_000, 1_000_000);
  assert.notEqual(await stamp(), before);
});
