/** Slow explorer tests with plugins: reload while open. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { openPanes, withTerminal } from "../explorer/open-tool.ts";
import { NO_PTY } from "../explorer/terminal.ts";
import { runJig, scratch } from "../jig.ts";

describe("plugins in the explorer", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("a reload reaches an open explorer: a tool that came, a title that changed, a plugin that broke", async () => {
    const root = scratch({ "a.txt": "text" });
    assert.equal(runJig(["plugin", "new", "hello"], { cwd: root }).code, 0);
    const manifest = join(root, "hello", "plugin.json");
    // Make the plugin's title differ from the tool's.
    const good = readFileSync(manifest, "utf8").replace('"title": "Hello"', '"title": "Salutations"');
    writeFileSync(manifest, good);
    const save = (text: string) => {
      writeFileSync(manifest, text);
      assert.equal(runJig(["plugin", "reload"], { cwd: root }).code, 0);
    };
    await withTerminal({ columns: 120, rows: 36, root, args: ["--plugins", join(root, "hello")] }, async (terminal) => {
      await openPanes(terminal);
      await terminal.shows("Hello");
      save(good.replaceAll('"title": "Hello"', '"title": "Good evening"'));
      await terminal.shows("Good evening");
      save("{");
      await terminal.until((screen) => !screen.includes("Good evening"), 15_000, "gone");
      save(good);
      await terminal.shows(/Salutations\s[\s\S]*Hello/);
    });
  });
});
