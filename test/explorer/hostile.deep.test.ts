/** Slow robustness tests of the explorer: a megabyte in one line, endless typing, resizes, vanishing files. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { megabyteIsDrawn, THICKET } from "./megabyte-line.ts";
import { openPanes, openTool, withTerminal } from "./open-tool.ts";
import { NO_PTY, orchard } from "./terminal.ts";

describe("a hostile world", { skip: NO_PTY, timeout: 60_000 }, () => {
  megabyteIsDrawn("Thorn text");
  megabyteIsDrawn("Thorn cells");

  test("100 kB typed by a program that knows no paste are one value too", async () => {
    await withTerminal({ args: THICKET }, async (terminal) => {
      await openTool(terminal, "Thorn echo");
      await terminal.press("plum ".repeat(20_000));
      await terminal.shows("100000 characters", 30_000);
    });
  });

  test("a storm of sizes ends in the last one", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum ledger");
      await terminal.press("ctrl+r");
      await terminal.shows("old oak");
      for (let step = 0; step < 120; step++) {
        terminal.resize(20 + ((step * 37) % 180), 5 + ((step * 13) % 55));
        if (step % 8 === 0) await Bun.sleep(5);
      }
      terminal.resize(100, 30);
      const screen = await terminal.shows("old oak");
      assert.match(await terminal.rests(), /old oak/);
      assert.ok(screen.split("\n").every((line) => line.length <= 100));
      await terminal.press("q");
      assert.equal(await terminal.exited(), 0);
    });
  });

  test("a file that goes away under the preview is said to be gone", async () => {
    const root = orchard();
    await withTerminal({ root, args: THICKET, columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Thorn places");
      await terminal.press("src/pears.cs", "enter");
      await terminal.shows(/▶ {3}1 │ class Pears/);
      await terminal.press("enter");
      await terminal.shows(/╭─ src\/pears\.cs/);
      rmSync(join(root, "src/pears.cs"));
      // Read together, escape and a key would count as one.
      await terminal.press("escape");
      await terminal.until((screen) => !/╭─ src\/pears\.cs/.test(screen), 20_000, "the source closed");
      await terminal.press("down", "ctrl+r");
      await terminal.shows(/no such file|does not exist|not found|There is no/i);
      await terminal.press("q");
      assert.equal(await terminal.exited(), 0);
    });
  });

  test("a terminal of twenty by five, and of one by one, is survived", async () => {
    await withTerminal({ columns: 20, rows: 5 }, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("ctrl+p", "plum diary", "enter", "ctrl+r");
      const screen = await terminal.until((text) => /planted|frost|Diary|diary/.test(text));
      assert.ok(screen.split("\n").every((line) => line.length <= 20));
      terminal.resize(1, 1);
      await terminal.rests();
      terminal.resize(80, 24);
      await terminal.shows("frost is near");
    });
  });
});

const PASTE = ["\u001b[200~", "\u001b[201~"] as const;

describe("a hostile world", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("a paste of 100 kB is one value, and the next key is answered", async () => {
    await withTerminal({ args: THICKET }, async (terminal) => {
      await openTool(terminal, "Thorn echo");
      await terminal.press(`${PASTE[0]}${"plum ".repeat(20_000)}${PASTE[1]}`);
      await terminal.shows("100000 characters");
      await terminal.press("left", "backspace", "end", "x");
      await terminal.shows(/…[plum ]+x▏/);
      await terminal.press("ctrl+u", "short");
      await terminal.shows("5 characters");
    });
  });

  test("the home says that a named pipe holds up the search, all of it beside the row that cuts it", async () => {
    const root = orchard();
    execFileSync("mkfifo", [join(root, "src/.ignore")]);
    await withTerminal({ root, columns: 110, rows: 24, args: [] }, async (terminal) => {
      await terminal.shows("What are you looking for?");
      await terminal.press("walnut");
      await terminal.shows(/text +src\/\.ignore is not a regular/);
      await terminal.shows("writer: remove it");
    });
  });
});
