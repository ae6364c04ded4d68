/** All view kinds in wide and narrow terminals, charts and pictures, links and back. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { openTool, withTerminal } from "./open-tool.ts";
import { NO_PTY } from "./terminal.ts";
import { viewsMatchSnapshots } from "./view-snapshots.ts";

describe("views in a terminal", { skip: NO_PTY, timeout: 60_000 }, () => {
  viewsMatchSnapshots(80, 24);
  viewsMatchSnapshots(120, 40);
  viewsMatchSnapshots(60, 15);

  test("a chart and a graph are walked by arrows, followed as a row is, drawn another way, and saved as SVG", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum crop");
      await terminal.press("ctrl+r");
      await terminal.shows("south/fir  120 plums");
      await terminal.press("right", "right");
      await terminal.shows("north/ash  30 plums");
      await terminal.press("enter");
      await terminal.shows(/▶ +1 │ \/\/ An orchard/);
      await terminal.press("escape");
      await terminal.shows("north/ash  30 plums");
      await terminal.press("w");
      await terminal.shows(/south\/fir +120 █+[\s\S]*north\/ash +30 █+[\s\S]*none +0/);
      await terminal.press("w");
      await terminal.shows(/name +plums/);
    });
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum roots");
      await terminal.press("ctrl+r");
      await terminal.shows("oak  0 in, 2 out");
      await terminal.press("right", "down");
      await terminal.shows(/ash {2}2 in, 1 out · in a cycle/);
      await terminal.press("s", "enter");
      await terminal.shows("Saved");
      const svg = readFileSync(join(terminal.root, "plum_roots.svg"), "utf8");
      assert.match(svg, /^<svg [^>]*>[\s\S]*&lt;b&gt;elm&lt;\/b&gt;[\s\S]*<\/svg>\n$/);
      await terminal.press("m");
      await terminal.shows(/╭─ Plum ledger [\s\S]*old oak/);
    });
  });

  test("a picture is drawn in half blocks of its colours, and in shades where there are none", async () => {
    await withTerminal({ env: { COLORTERM: "truecolor" } }, async (terminal) => {
      await openTool(terminal, "Plum photo");
      await terminal.press("ctrl+r");
      await terminal.shows(/▀{20}[\s\S]*plum\.png {2}48 × 32/);
      assert.ok(terminal.output.includes("38;2;140;40;150"), "the plum's own colour");
    });
    await withTerminal({ env: { NO_COLOR: "1" } }, async (terminal) => {
      await openTool(terminal, "Plum photo");
      await terminal.press("ctrl+r");
      const screen = await terminal.shows(/[-=+*]{8}[\s\S]*plum\.png/);
      assert.ok(!screen.includes("▀"));
    });
  });

  test("a picture is sent in pixels where the terminal answers that it takes them, and makes way for what lies above it", async () => {
    const size = "\u001b[6;20;10t";
    for (const [answers, put, gone] of [
      [`${size}\u001b[?63;1;2;4;22c`, '\u001bP0;1;0q"1;1;', "X\u001b["],
      [`\u001b_Gi=31;OK\u001b\\${size}\u001b[?62;c`, "\u001b_Ga=T,f=100,", "\u001b_Ga=d,d=I,"],
    ] as const) {
      await withTerminal({ env: { COLORTERM: "truecolor" }, answers }, async (terminal) => {
        await openTool(terminal, "Plum photo");
        assert.ok(terminal.output.includes("\u001b_Gi=31,"), "it is asked");
        assert.match(terminal.screen(), /^ jig /, "answers are not echoed");
        await terminal.press("ctrl+r");
        await terminal.until((screen) => screen.includes("plum.png  48 × 32") && terminal.output.includes(put));
        assert.ok(!terminal.screen().includes("▀"));
        await terminal.press("ctrl+p");
        await terminal.shows(/Find a tool[\s\S]*▀/);
        assert.ok(terminal.output.includes(gone));
        const before = terminal.output.length;
        await terminal.press("escape");
        await terminal.until((screen) => !screen.includes("▀") && terminal.output.slice(before).includes(put));
      });
    }
  });
});

/** Key of the link, and expected text of the target tool. */
const JUMPS: [rel: string, key: string, shows: RegExp][] = [
  ["definition", "d", /╭─ Plum scroll [\s\S]*public sealed class Orchard/],
  ["references", "r", /Plum hunt [\s\S]*int pear = 1;/],
  ["hierarchy", "h", /╭─ Plum branch [\s\S]*branch of plum/],
  ["members", "m", /╭─ Plum ledger [\s\S]*old oak/],
  ["open", "o", /╭─ Plum words [\s\S]*ripe in August/],
];

describe("jumps in a terminal", { skip: NO_PTY, timeout: 60_000 }, () => {
  for (const [rel, key, shows] of JUMPS) {
    test(`${rel} and back`, async () => {
      await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
        await openTool(terminal, "Plum hunt");
        await terminal.press("plum", "enter");
        await terminal.shows("5 rows");
        await terminal.press("down", "down");
        await terminal.shows(rel);
        await terminal.press(key);
        await terminal.shows(shows);
        await terminal.shows(new RegExp(`Plum hunt plum › ${rel}`));
        await terminal.press("b");
        // The cursor is back on the same row.
        await terminal.shows(/2\/5 ─╮/);
        await terminal.until((screen) => !screen.includes("›"));
      });
    });
  }
});
