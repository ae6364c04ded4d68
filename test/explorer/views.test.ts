/** Views and links of a third-party plugin in a real terminal. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openTool, withTerminal } from "./open-tool.ts";
import { NO_PTY } from "./terminal.ts";
import { viewsMatchSnapshots } from "./view-snapshots.ts";

describe("views in a terminal", { skip: NO_PTY, timeout: 60_000 }, () => {
  viewsMatchSnapshots(80, 24, ["text", "table", "source"]);

  test("a table is sorted by its columns", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum ledger");
      await terminal.press("ctrl+r");
      await terminal.shows("old oak");
      await terminal.press("t", "t", "t");
      await terminal.shows(/plums ▲/);
      await terminal.shows(/new ash\s+3[\s\S]*old oak\s+12[\s\S]*far fir\s+120/);
      await terminal.press("t");
      await terminal.shows(/plums ▼[\s\S]*far fir\s+120[\s\S]*old oak\s+12/);
    });
  });

  test("trees, files and JSON fold", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum branch");
      await terminal.press("ctrl+r");
      await terminal.shows("leaf");
      await terminal.press("down", "left");
      await terminal.until((screen) => screen.includes("▸ twig one") && !screen.includes("leaf"));
      await terminal.press("right");
      await terminal.shows("leaf");
    });
  });

  test("what a terminal would obey is not drawn, wide characters keep the frame", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum wild");
      await terminal.press("ctrl+r");
      const screen = await terminal.shows("beforeafter");
      assert.match(screen, /bell back/);
      assert.ok(!terminal.output.includes("owned"));
      const lines = screen.split("\n").filter((line) => /한글|family/.test(line));
      assert.equal(lines.length, 2);
      for (const line of lines) assert.match(line, /│$/);
    });
  });
});

describe("jumps in a terminal", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("live search runs as one types, the newest word wins", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum hunt");
      await terminal.press("p", "l", "u", "m");
      await terminal.shows("5 rows");
      assert.ok(!terminal.screen().includes("int pear = 1"), "only plums");
      await terminal.press("ctrl+u", "pear ");
      await terminal.shows("1 row ");
      await terminal.shows("int pear = 1");
    });
  });
});
