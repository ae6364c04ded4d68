/** Ten journeys through a small project of three languages; thirty through real ones with JIG_JOURNEYS=<folder of checkouts>. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { travel } from "./journeys.ts";
import { LONG } from "./long-journeys.ts";
import { withTerminal } from "./open-tool.ts";
import { grove, TEN } from "./ten-journeys.ts";
import { NO_PTY } from "./terminal.ts";

const HOME = process.env.JIG_JOURNEYS;

describe("journeys", { skip: NO_PTY, timeout: 120_000 }, () => {
  test("ten through a small project, three keys a hop", async () => {
    await withTerminal({ columns: 120, rows: 40, args: [], root: grove() }, async (terminal) => {
      await terminal.shows(/What are you looking for/);
      for (const journey of TEN) await travel(terminal, journey);
    });
    assert.equal(TEN.length, 10);
  });

  for (const { project, journeys } of LONG) {
    test(`through ${project}`, { skip: HOME ? false : "needs JIG_JOURNEYS", timeout: 600_000 }, async () => {
      await withTerminal({ columns: 140, rows: 45, args: [], root: join(HOME!, project) }, async (terminal) => {
        await terminal.shows(/What are you looking for/);
        for (const journey of journeys) await travel(terminal, journey);
      });
    });
  }
});
