/** Ten journeys through a small project of three languages, on a real terminal. */
import { describe, test } from "node:test";
import { travel } from "./journeys.ts";
import { withTerminal } from "./open-tool.ts";
import { grove, TEN } from "./ten-journeys.ts";
import { NO_PTY } from "./terminal.ts";

describe("journeys", { skip: NO_PTY, timeout: 120_000 }, () => {
  test("ten through a small project, three keys a hop", async () => {
    await withTerminal({ columns: 120, rows: 40, args: [], root: grove() }, async (terminal) => {
      await terminal.shows(/What are you looking for/);
      for (const journey of TEN) await travel(terminal, journey);
    });
  });
});
