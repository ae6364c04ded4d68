/** More rows than we keep in memory: jumping to either end, keys during loading, constant memory. `JIG_ROWS=1000000` for that many. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { openTool, withTerminal } from "./open-tool.ts";
import { NO_PTY } from "./terminal.ts";

const ROWS = Number(process.env.JIG_ROWS ?? 36_000);
const FILES = 4;
/** In MB, on top of the baseline. */
const MAX_MEMORY = 260;

const number = (row: number) => row.toLocaleString("en");
const lines = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `plum ${first + index + 1}.`).join("\n");

describe("many rows", { skip: NO_PTY, timeout: 300_000 }, () => {
  test(`the last of ${number(ROWS)}, and the way back`, async () => {
    const each = ROWS / FILES;
    const root = scratch(
      Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`f${at}.txt`, `${lines(at * each, each)}\n`])),
    );
    await withTerminal({ root, args: [], columns: 120, rows: 30 }, async (terminal) => {
      const memory = () =>
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${terminal.pid}/status`, "utf8"))![1]) / 1024;
      await openTool(terminal, "Search text in files (grep)");
      const before = process.platform === "linux" ? memory() : 0;
      await terminal.press("plum");
      await terminal.shows(`${ROWS} matches`, 120_000);
      await terminal.press("enter", "G");
      await terminal.until(
        (screen) => screen.includes(`row ${number(ROWS)}/${number(ROWS)} `) && screen.includes(`plum ${ROWS}.`),
        120_000,
      );
      // Scroll up while rows are still arriving.
      for (let page = 0; page < 12; page++) await terminal.press("pageup");
      await terminal.shows(/row [\d,]+\/[\d,]+ /);
      await terminal.press("g");
      await terminal.until((screen) => / 1\/10,\d+\+/.test(screen) && screen.includes("plum 1."), 60_000);
      // The middle is loaded while scrolling.
      await terminal.press("down", "pagedown", "pagedown");
      await terminal.shows(/ \d+\/[\d,]+\+/);
      if (process.platform === "linux") assert.ok(memory() - before < MAX_MEMORY, `${memory() - before} MB more`);
    });
  });
});
