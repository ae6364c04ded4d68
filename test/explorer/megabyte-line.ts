/** A hostile plugin, and what a megabyte in one line does to the explorer. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openTool, withTerminal } from "./open-tool.ts";

export const THICKET = ["--plugins", join(import.meta.dirname, "fixtures", "hostile")];

/** Shows a row of a megabyte from one of the tools. */
export function megabyteIsDrawn(tool: "Thorn line" | "Thorn text" | "Thorn cells"): void {
  test(`${tool}: a megabyte in a line is drawn, scrolled and left`, async () => {
    await withTerminal({ args: THICKET }, async (terminal) => {
      await openTool(terminal, tool);
      await terminal.press("ctrl+r");
      await terminal.shows(/2 rows · /);
      await terminal.press("right", "right", "left", "left", "end");
      await terminal.shows(tool === "Thorn cells" ? "small" : "after the thorn");
      await terminal.press("]", "]", "down", "]");
      await terminal.shows("rows drawn");
      await terminal.press("q");
      assert.equal(await terminal.exited(), 0);
    });
  });
}
