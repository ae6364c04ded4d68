/** Plugins in the explorer: languages, reload while open, and texts that can't control the terminal. */
import assert from "node:assert/strict";
import { copyFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { openPanes, openTool, withTerminal } from "../explorer/open-tool.ts";
import { NO_PTY } from "../explorer/terminal.ts";
import { scratch, TOP } from "../jig.ts";
import { FILES } from "./evil.ts";

describe("plugins in the explorer", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("a language plugin's symbols are drawn", async () => {
    const plugin = join(scratch(), "python-symbols");
    cpSync(join(TOP, "examples", "python-symbols"), plugin, { recursive: true });
    const grammar = "tree-sitter-python.wasm";
    copyFileSync(join(TOP, "node_modules", "tree-sitter-python", grammar), join(plugin, grammar));
    const root = scratch({ "pets.py": "class Dog:\n    def bark(self):\n        return 1\n" });
    await withTerminal({ columns: 120, rows: 36, root, args: ["--plugins", plugin] }, async (terminal) => {
      await openTool(terminal, "Count lines of code and tokens");
      await terminal.press("pets.py", "ctrl+r");
      const screen = await terminal.shows("bark");
      assert.match(screen, /Dog/);
    });
  });

  test("a plugin's texts cannot drive the terminal", async () => {
    const root = scratch({ ...FILES, "a.evl": "x" });
    await withTerminal({ columns: 120, rows: 36, root, args: ["--plugins", join(root, "evil")] }, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("/", "evil", "enter");
      await terminal.shows(/run {2}/);
      await terminal.press("ctrl+r");
      await terminal.shows(/failure|fail/i);
      await terminal.rests();
      // One escape cancels the call if it is still running, the others leave the answer and clear the filter.
      for (let times = 0; times < 5 && /\/ ?evil/.test(terminal.screen()); times++) {
        await terminal.press("escape");
        await terminal.rests();
      }
      await openTool(terminal, "View");
      await terminal.press("ctrl+r");
      await terminal.shows("placed");
      assert.ok(!terminal.output.includes("\u001b]52;c;ZXZpbA=="));
      assert.ok(!/[\u009b\u202e]/.test(terminal.output));
    });
  });
});
