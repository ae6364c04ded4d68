/** Typing a query on the home screen: bytes sent to the terminal per letter. */

import { withTerminal } from "../explorer/open-tool.ts";
import { NO_PTY } from "../explorer/terminal.ts";
import { TOP } from "../jig.ts";
import type { Bench } from "./row.ts";

const WORDS = ["workspace", "symbol", "cursor"];

const explorerLetters: Bench = async () => {
  if (NO_PTY) {
    process.stderr.write(`explorer-letters: ${NO_PTY}\n`);
    return undefined;
  }
  const sizes: number[] = [];
  await withTerminal({ columns: 120, rows: 40, root: TOP, args: [] }, async (terminal) => {
    await terminal.shows("╭─ What are");
    // Everything lazy, such as colors, is loaded by then.
    await terminal.press("import");
    await terminal.rests(1500);
    for (const word of WORDS) {
      await terminal.press("ctrl+u");
      await terminal.rests(600);
      for (const letter of word) {
        const before = terminal.output.length;
        await terminal.press(letter);
        await terminal.rests(400);
        sizes.push(Buffer.byteLength(terminal.output.slice(before)));
      }
    }
  });
  sizes.sort((a, b) => a - b);
  const mean = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
  return [
    {
      what: "explorer: bytes to the terminal per letter of a live search",
      ours: `${mean.toLocaleString("en")} bytes`,
      yardstick: "a screen of 120×40, 4,800 cells",
      value: mean,
      unit: "bytes",
      bar: 4096,
      aim: 2048,
      note: `median ${sizes[sizes.length >> 1]}, at most ${sizes.at(-1)}`,
    },
  ];
};

export default explorerLetters;
