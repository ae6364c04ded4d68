/**
 * Ten journeys through a small project in three languages, on a real terminal. With `JIG_CORPUS`, also thirty in public projects
 * and fifty questions about unfamiliar ones.
 */
import { describe, test } from "node:test";
import { corpus } from "../jig.ts";
import { travel } from "./journeys.ts";
import { withTerminal } from "./open-tool.ts";
import { STRANGERS } from "./strangers.ts";
import { grove, TEN } from "./ten-journeys.ts";
import { NO_PTY } from "./terminal.ts";
import { PROJECTS } from "./thirty-journeys.ts";

describe("journeys", { skip: NO_PTY, timeout: 120_000 }, () => {
  test("ten through a small project, three keys a hop", async () => {
    await withTerminal({ columns: 120, rows: 40, args: [], root: grove() }, async (terminal) => {
      await terminal.shows(/What are you looking for/);
      for (const journey of TEN) await travel(terminal, journey);
    });
  });

  for (const { name, args, journeys } of [...PROJECTS, ...STRANGERS]) {
    const root = corpus(name);
    const skip = root === undefined && `no ${name} in the folder that JIG_CORPUS names`;
    test(`${journeys.length} through ${name}`, { skip, timeout: 600_000 }, async () => {
      // Prevent an editor from opening.
      const options = { columns: 120, rows: 40, args: [...args], root: root!, env: { EDITOR: "true" } };
      await withTerminal(options, async (terminal) => {
        await terminal.shows(/What are you looking for/);
        for (const journey of journeys) await travel(terminal, journey);
      });
    });
  }
});
