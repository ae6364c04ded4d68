/** Previews, the clipboard, the mouse and settings in a terminal. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ExplorerHome, openPanes, openTool, withTerminal } from "./open-tool.ts";
import { blue, NO_PTY } from "./terminal.ts";

describe("the explorer in a terminal", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("previews the source of the row, reads it whole, and comes back", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum hunt");
      await terminal.press("plum", "enter");
      await terminal.shows("5 rows");
      await terminal.press("down", "down", "down");
      await terminal.shows(/── src\/orchard\.cs:8 ─/);
      await terminal.shows(/▶ {3}8 │ {9}public int Count/);
      // Wait for syntax highlighting: `public` gets its own color.
      await terminal.until(() => blue(terminal, "public int Count"), 15_000, "colours");
      await terminal.press("enter");
      await terminal.shows(/╭─ src\/orchard\.cs ─/);
      await terminal.press("escape");
      await terminal.shows("5 rows");
    });
  });

  test("copies the call and the answer through the terminal", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum words");
      await terminal.press("ctrl+r");
      await terminal.shows("ripe in August");
      const copied = async (key: string) => {
        await terminal.press("c");
        await terminal.shows("Copy as");
        const before = terminal.output.length;
        await terminal.press(key);
        await terminal.shows(/Copied \d+ characters/);
        const [, encoded] = /\u001b\]52;c;([^\u0007]*)\u0007/.exec(terminal.output.slice(before)) ?? [];
        return Buffer.from(encoded ?? "", "base64").toString();
      };
      assert.match(await copied("t"), /^Plums are ripe in August\.\nA long line/);
      assert.match(await copied("j"), /^\{"rows":/);
      assert.match(await copied("c"), /^jig --plugins \S+\/fixtures\/plugins plum_words$/);
      assert.deepEqual(JSON.parse(await copied("m")).params, { name: "plum_words", arguments: {} });
    });
  });

  test("the mouse chooses, runs and scrolls", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum diary");
      const lines = terminal.screen().split("\n");
      const y = lines.findIndex((line) => line.includes("[ Run ]"));
      await terminal.click(lines[y]!.indexOf("[ Run ]"), y);
      await terminal.shows("frost is near");
      const top = terminal
        .screen()
        .split("\n")
        .findIndex((line) => line.includes("Timing"));
      await terminal.click(terminal.screen().split("\n")[top]!.indexOf("Timing"), top);
      await terminal.shows("rows drawn");
      await terminal.press("c");
      const menu = (await terminal.shows("MCP request")).split("\n");
      const item = menu.findIndex((line) => line.includes("MCP request"));
      await terminal.click(menu[item]!.indexOf("MCP request"), item);
      await terminal.shows(/Copied \d+ characters/);
    });
  });

  test("settings rebind keys and choose a theme; a wrong one is said", async () => {
    const home = new ExplorerHome();
    home.settings({ theme: "dark", keys: { help: "x" }, mouse: false });
    await withTerminal({ env: { XDG_CONFIG_HOME: home.folder, COLORTERM: "truecolor" } }, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("x");
      await terminal.shows(/╭─ Keys/);
      assert.ok(terminal.output.includes("\u001b[38;2;108;199;246m"), "the dark theme's accent");
      assert.ok(!terminal.output.includes("\u001b[?1000h"), "no mouse");
    });
    home.settings({ theme: "pink" });
    await withTerminal({ columns: 200, env: { XDG_CONFIG_HOME: home.folder } }, async (terminal) => {
      await terminal.shows(/explorer\.json: theme/);
    });
  });
});
