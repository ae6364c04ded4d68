/** Advice for the name of a plugin that isn't loaded. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pluginNearby } from "./plugin-nearby.ts";

test("only folders with a plugin.json are plugins, the current one included", () => {
  const at = mkdtempSync(join(tmpdir(), "jig-nearby-"));
  const cwd = join(at, "notes");
  mkdirSync(join(cwd, "other"), { recursive: true });
  const nearby = (word: string) => pluginNearby(word, { tools: () => [], plugins: () => [] }, cwd);
  try {
    assert.equal(nearby("notes"), undefined);
    assert.equal(nearby("other"), undefined);
    writeFileSync(join(cwd, "plugin.json"), '{"name": "notes", "tools": {"count": {}}}');
    assert.match(nearby("notes") ?? "", /^A plugin in .*notes has count: add --plugins/);
    assert.match(nearby("count") ?? "", /^A plugin in .*notes has it: add --plugins/);
    assert.equal(nearby("other"), undefined);
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
});
