/** Three journeys through a small project on a real terminal, and the generated document. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { TOP } from "../jig.ts";
import { travel } from "./journeys.ts";
import { withTerminal } from "./open-tool.ts";
import { grove, TEN } from "./ten-journeys.ts";
import { NO_PTY } from "./terminal.ts";
import { PROJECTS, tableOf } from "./thirty-journeys.ts";

describe("journeys", { skip: NO_PTY, timeout: 120_000 }, () => {
  test("three through a small project, three keys a hop", async () => {
    await withTerminal({ columns: 120, rows: 40, args: [], root: grove() }, async (terminal) => {
      await terminal.shows(/What are you looking for/);
      for (const journey of TEN.slice(0, 3)) await travel(terminal, journey);
    });
  });
});

test("the table of journeys is that of the document", () => {
  const file = join(TOP, "docs", "journeys.md");
  if (process.env.JIG_SNAPSHOTS === "write") writeFileSync(file, tableOf(PROJECTS));
  // Ignore column alignment.
  const plain = (text: string) => text.replace(/ +\|/g, " |").replace(/-{3,}/g, "---");
  assert.equal(plain(readFileSync(file, "utf8")), plain(tableOf(PROJECTS)));
  assert.equal(PROJECTS.flatMap(({ journeys }) => journeys).length, 30);
});
