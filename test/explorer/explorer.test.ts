/** Explorer tests in a real terminal with the compiled binary. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runJig } from "../jig.ts";
import { openPanes, openTool, withTerminal } from "./open-tool.ts";
import { NO_PTY, snapshot } from "./terminal.ts";
import { asFound } from "./terminal-as-found.ts";

describe("the explorer in a terminal", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("opens, lists plugins and quits; the terminal is as it was", async () => {
    await withTerminal({}, async (terminal) => {
      await openPanes(terminal);
      await terminal.shows(/▾ Orchard/);
      await terminal.until(() => terminal.alternate);
      await terminal.press("q");
      assert.equal(await terminal.exited(), 0);
      asFound(terminal);
    });
  });

  test("filters the tools", async () => {
    await withTerminal({}, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("/", "diary");
      await terminal.until((screen) => /▾ Orchard[\s\S]*Plum diary/.test(screen) && !screen.includes("Plum heap"));
      await terminal.press("escape");
      await terminal.until((screen) => !screen.includes("/diary"));
    });
  });

  test("the palette finds tools and commands", async () => {
    await withTerminal({}, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("ctrl+p", "plum jar");
      const palette = await terminal.shows(/▌ Plum jar/);
      // The palette covers everything below, including blank areas.
      for (const line of palette.split("\n").slice(...box(palette))) assert.match(line, /^│ .* │$/, line);
      await terminal.press("enter");
      await terminal.shows(/╭─ Plum jar/);
      await terminal.press("ctrl+p", "doctor");
      await terminal.shows(/▌ Doctor/);
      await terminal.press("enter");
      await terminal.shows(/╭─ Doctor/);
      await terminal.press("escape");
      await terminal.shows(/╭─ Plum jar/);
    });
  });

  test("a form says what is wrong, is filled, and runs", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum jar");
      await terminal.press("enter");
      await terminal.shows("↳ Needs a value");
      await terminal.press("Jam", "down", "many");
      await terminal.shows('↳ Needs a number, not "many"');
      await terminal.press("ctrl+u", "100");
      await terminal.shows("↳ At most 99");
      await terminal.press("ctrl+u", "12", "down", "right", "right");
      await terminal.shows("‹ damson ›");
      await terminal.press("down", "space");
      await terminal.shows("[x] yes");
      // A list of words and a list of objects.
      await terminal.press("down", "enter", "red", "down", "enter", "blue");
      await terminal.shows("2 items");
      await terminal.press("down", "down", "enter", "cellar");
      await terminal.shows("1 item ");
      await terminal.press("ctrl+r");
      await terminal.shows(/"label": "Jam"[\s\S]*"count": 12[\s\S]*"sort": "damson"[\s\S]*"sweet": true/);
      await terminal.shows(/"red"[\s\S]*"blue"[\s\S]*"to": "cellar"/);
      const screen = await terminal.rests();
      const { actual, expected } = snapshot("form-120x40", screen);
      assert.equal(actual, expected);
    });
  });

  test("a failure is shown as one", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum fault");
      await terminal.press("ctrl+r");
      await terminal.shows(/failed · /);
      await terminal.shows("The ladder is missing");
    });
  });

  test("NO_COLOR draws without a colour", async () => {
    await withTerminal({ env: { NO_COLOR: "1" } }, async (terminal) => {
      await openTool(terminal, "Plum diary");
      await terminal.press("ctrl+r");
      await terminal.shows("frost is near");
      assert.doesNotMatch(terminal.output, /\u001b\[(?:\d*;)*(3[0-8]|9[0-7]|4[0-8]|10[0-7])[\d;]*m/);
    });
  });
});

describe("the end of the explorer", { skip: NO_PTY, timeout: 60_000 }, () => {
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) {
    test(`${signal} gives the terminal back`, async () => {
      await withTerminal({}, async (terminal) => {
        await openTool(terminal, "Plum slow");
        await terminal.press("ctrl+r");
        await terminal.shows("ripening");
        terminal.kill(signal);
        assert.equal(await terminal.exited(), 130);
        asFound(terminal);
      });
    });
  }

  test("without a terminal jig tui exits 2 and jig lists the tools", () => {
    const { code, stderr } = runJig(["tui"]);
    assert.equal(code, 2);
    assert.match(stderr, /needs a terminal/);
    assert.equal(runJig([]).code, 0);
  });
});

/** Range of lines inside a box with the screen's width. */
function box(screen: string): [number, number] {
  const lines = screen.split("\n");
  const top = lines.findIndex((line) => line.startsWith("╭─ Find a tool"));
  return [top + 1, lines.findIndex((line, index) => index > top && line.startsWith("╰─"))];
}
