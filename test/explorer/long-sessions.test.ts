/** Reasons to leave the explorer, on a real terminal: finding, following, going back, copying a call. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { ExplorerHome, openPanes, openTool, withTerminal } from "./open-tool.ts";
import { NO_PTY, orchard } from "./terminal.ts";

describe("an explorer one keeps open", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("history is that of the workspace, and its last tool stands ready", async () => {
    const env = { XDG_CONFIG_HOME: new ExplorerHome().folder };
    const root = orchard();
    await withTerminal({ env, root }, async (terminal) => {
      await openTool(terminal, "Plum branch");
      await terminal.press("oak", "enter");
      await terminal.shows("branch of oak");
      await terminal.press("q");
      await terminal.exited();
    });
    await withTerminal({ env }, async (terminal) => {
      // A new workspace preselects search instead of the alphabetically first tool.
      await openPanes(terminal);
      await terminal.shows(/╭─ Plum hunt/);
      await terminal.press("H");
      await terminal.shows("No calls yet");
    });
    await withTerminal({ env, root }, async (terminal) => {
      await terminal.shows(/resume +Plum branch/);
      await terminal.press("enter");
      await terminal.shows(/╭─ Plum branch/);
      await terminal.press("H");
      await terminal.shows(/History[\s\S]*Plum branch/);
    });
  });

  for (const [signal, code] of [
    ["SIGQUIT", 131],
    ["SIGABRT", 134],
  ] as const) {
    test(`${signal} gives the terminal back`, async () => {
      await withTerminal({ root: orchard() }, async (terminal) => {
        await openPanes(terminal);
        await terminal.until(() => terminal.output.includes("\u001b[?1000h"));
        terminal.kill(signal);
        assert.equal(await terminal.exited(), code);
        assert.ok(terminal.output.lastIndexOf("\u001b[?1000l") > terminal.output.lastIndexOf("\u001b[?1000h"));
        assert.ok(!terminal.alternate);
      });
    });
  }

  test("another theme is drawn at once, and kept beside the other settings", async () => {
    const home = new ExplorerHome();
    home.settings({ mouse: false });
    await withTerminal({ env: { XDG_CONFIG_HOME: home.folder }, root: orchard(), args: [] }, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("T");
      await terminal.shows(/Theme[\s\S]*light/);
      await terminal.press("down", "down", "enter");
      await terminal.shows(/Using the theme light/);
      const kept = JSON.parse(readFileSync(join(home.folder, "jig", "explorer.json"), "utf8"));
      assert.deepEqual(kept, { mouse: false, theme: "light" });
    });
  });
});
