/** Checks that the terminal was restored. */
import assert from "node:assert/strict";
import type { ExplorerTerminal } from "./terminal.ts";

/** Primary screen, visible cursor, no mouse or paste mode, line wrapping. */
export function asFound(terminal: ExplorerTerminal): void {
  assert.ok(!terminal.alternate, "the primary screen");
  for (const [mode, off] of [
    ["25", "h"],
    ["1000", "l"],
    ["1006", "l"],
    ["2004", "l"],
    ["7", "h"],
    ["1049", "l"],
  ] as const) {
    const [last] = [...terminal.output.matchAll(new RegExp(`\\u001b\\[\\?${mode}([hl])`, "g"))].slice(-1);
    if (last) assert.equal(last[1], off, `mode ${mode}`);
  }
}
