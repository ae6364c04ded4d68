/** All view kinds, compared with snapshots. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openTool, withTerminal } from "./open-tool.ts";
import { snapshot } from "./terminal.ts";

/** Tool, text specific to its renderer, and keys to show it. */
const VIEWS: [kind: string, tool: string, shows: RegExp, keys?: string[]][] = [
  // Wrapped, so nothing is cut.
  ["text", "Plum words", /plum end\.|end\.\s+│/],
  ["table", "Plum ledger", /tree\s+plums\s+sweet[\s\S]*old oak\s+12\s+true/],
  ["tree", "Plum branch", /▾ branch of everything[\s\S]*│ ▾ twig one[\s\S]*│ │ {3}leaf/],
  ["source", "Plum scroll", /4 │ {5}public sealed class Orchard/],
  ["log", "Plum diary", /• planted[\s\S]*▲ frost is near[\s\S]*✖ branch broken[\s\S]*· nothing happened/],
  ["json", "Plum jar", /▾ \{[\s\S]*▾ {3}"jar": \{[\s\S]*"label": "Jam"/, ["Jam"]],
  ["chart", "Plum crop", /120[\s\S]*south\/fir {2}120 plums · 71\.0 %/],
  ["graph", "Plum roots", /▸[\s\S]*oak {2}0 in, 2 out/],
  ["matches", "Plum hunt", /▾ src\/orchard\.cs {2}4[\s\S]*1 {2}\/\/ An orchard full of plums/, ["plum"]],
];

/** One test per kind, or for these kinds. */
export function viewsMatchSnapshots(columns: number, rows: number, kinds?: readonly string[]): void {
  for (const [kind, tool, shows, keys = []] of VIEWS) {
    if (kinds?.includes(kind) === false) continue;
    test(`${kind} at ${columns}×${rows}`, async () => {
      await withTerminal({ columns, rows }, async (terminal) => {
        await openTool(terminal, tool);
        await terminal.press(...keys, "ctrl+r");
        await terminal.shows(/\d rows? · \d/);
        await terminal.shows(shows);
        const screen = await terminal.rests();
        const { actual, expected } = snapshot(`${kind}-${columns}x${rows}`, screen);
        assert.equal(actual, expected);
      });
    });
  }
}
