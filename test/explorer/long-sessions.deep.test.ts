/** Long sessions in the explorer, the slow cases. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { JIG, scratch } from "../jig.ts";
import { ExplorerHome, openPanes, openTool, withTerminal } from "./open-tool.ts";
import { NO_PTY, orchard } from "./terminal.ts";

const classes = Array.from({ length: 230 }, (_, index) => `class Plum${String(index).padStart(3, "0")} {}`).join("\n");

const numbered = Array.from({ length: 400 }, (_, index) => `apple number ${index}`).join("\n");

describe("an explorer one keeps open", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("/ finds in the source and in help", async () => {
    const root = scratch({ "a.txt": `${numbered}\n` });
    await withTerminal({ root, args: [] }, async (terminal) => {
      await openTool(terminal, "Search text in files (grep)");
      await terminal.press("number 0");
      await terminal.shows(/1 row/);
      await terminal.press("enter", "down", "enter");
      await terminal.shows("1/400");
      await terminal.press("/", "number 250", "enter");
      await terminal.shows("251/400");
      await terminal.press("escape", "?", "/", "Suspend", "escape", "/", "shell for a while");
      await terminal.shows(/shell for a while/);
    });
  });

  test("an answer in pages goes on as one scrolls, and one key reaches its last row", async () => {
    const root = scratch({ "Assets/A.cs": classes });
    await withTerminal({ root, args: [] }, async (terminal) => {
      await openTool(terminal, "Find a symbol or definition by name");
      await terminal.press("Plum");
      await terminal.shows(/1\/50\+|1\/100\+/);
      assert.ok(!terminal.screen().includes("cursor"), "nobody types a cursor");
      await terminal.press("enter");
      for (let page = 0; page < 8; page++) await terminal.press("pagedown");
      await terminal.shows(/\/1[05]0\+/);
      await terminal.press("G");
      await terminal.shows("230/230");
    });
  });

  test("back and forward bring the form with the answer", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum hunt");
      await terminal.press("plum");
      await terminal.shows("plumOrPear");
      await terminal.press("enter", "down", "r");
      await terminal.shows(/seek \* pear/);
      await terminal.press("b");
      await terminal.shows(/seek \* plum/);
      await terminal.press("f");
      await terminal.shows(/seek \* pear/);
    });
  });

  test("escape in the answer leaves the question as it is", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum hunt");
      await terminal.press("plum");
      await terminal.shows("plumOrPear");
      await terminal.press("enter", "escape");
      // Alone: with a letter behind it, it would be alt and that letter.
      await terminal.rests();
      await terminal.press("x", "y");
      await terminal.press("escape");
      const screen = await terminal.rests();
      assert.ok(screen.includes("plumOrPear") && !screen.includes("plumx"), screen);
    });
  });

  test("a screen that changed its size while the shell had it is drawn for the new one", async () => {
    const command = ["bash", "--norc", "--noprofile", "-i"];
    await withTerminal({ command, env: { PS1: "shell> " } }, async (terminal) => {
      await terminal.shows("shell>");
      await terminal.press(JIG, "enter");
      await openPanes(terminal);
      await terminal.press("ctrl+z");
      await terminal.shows(/Stopped[\s\S]*shell>/);
      terminal.resize(60, 16);
      await terminal.rests();
      await terminal.press("fg", "enter");
      await terminal.until(() => terminal.alternate);
      await terminal.rests();
      await terminal.press("P");
      await terminal.shows("╭─ Plugins");
      const lines = (await terminal.rests()).split("\n");
      assert.ok(
        lines.some((line) => line.startsWith("╭─ Plugins") && line.length === 60),
        lines.join("\n"),
      );
      assert.equal(
        lines.findIndex((line) => line.startsWith("╰")),
        14,
      );
    });
  });

  test("a killed explorer goes on where it was: the question, the answer, the source and the name in it", async () => {
    const env = { XDG_CONFIG_HOME: new ExplorerHome().folder };
    const root = orchard();
    let before = "";
    await withTerminal({ env, root, args: [], columns: 120, rows: 30 }, async (terminal) => {
      await terminal.shows("What are you looking for");
      await terminal.press("#int plums");
      await terminal.until((screen) => /text +public int Count/.test(screen) && !screen.includes("asking…"));
      await terminal.press("enter");
      await terminal.shows(/▶ +8 │/);
      await terminal.press("down", "down", "right");
      before = await terminal.rests(500);
      assert.match(before, /\w+ {2}10\/13/);
      terminal.kill("SIGKILL");
      await terminal.exited();
    });
    await withTerminal({ env, root, args: [], columns: 120, rows: 30 }, async (terminal) => {
      await terminal.until((screen) => screen === before, 20_000, before);
      await terminal.press("escape");
      await terminal.shows(/› #int plums[\s\S]*text +public int Count/);
    });
  });
});
