/** The first screen in slow cases: split keys, menus over a source, where the last session ended. */
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { ExplorerTerminal, isReadingPears, NO_PTY, orchard } from "./terminal.ts";

describe("the first screen", { skip: NO_PTY }, () => {
  test("no key is lost, whether a letter or not, in whatever pieces they come", async () => {
    const keys = [
      "pe",
      "ä",
      "x",
      "\u007f",
      "\u007f",
      "a",
      "\u001b[D",
      "\u001b[D",
      "o",
      "r",
      "\u001b[C",
      "\u001b[C",
      "c",
    ];
    for (const apart of [false, true]) {
      const terminal = new ExplorerTerminal({ args: [] });
      try {
        for (const key of apart ? keys : [keys.join("")]) await terminal.press(key);
        await terminal.shows("poreac");
      } finally {
        await terminal.close();
      }
    }
  });

  test("help and a menu over a source close to that source", async () => {
    const terminal = new ExplorerTerminal({ args: [] });
    try {
      await terminal.press("pears\r");
      await terminal.until(isReadingPears);
      for (const [key, shows] of [
        ["?", /Keys[\s\S]*First steps|─ Keys/],
        ["alt+o", /Explore which folder/],
      ] as const) {
        await terminal.press(key);
        await terminal.shows(shows);
        await terminal.press("escape");
        await terminal.until((screen) => isReadingPears(screen) && !shows.test(screen));
      }
      await terminal.press("escape");
      await terminal.shows("looking for");
    } finally {
      await terminal.close();
    }
  });

  test("an arrow that a slow line splits after ESC moves, and is not typed", async () => {
    const terminal = new ExplorerTerminal({ args: [] });
    try {
      await terminal.press("ab");
      await terminal.shows("› ab▏");
      await terminal.rests();
      await terminal.press("\u001b");
      await Bun.sleep(70);
      await terminal.press("[D", "x");
      await terminal.shows("› ax▏b");
      await terminal.press("escape");
      await terminal.shows("› ▏");
    } finally {
      await terminal.close();
    }
  });

  /** Leaves a session that ended in a file, with an editor that would leave a trace. */
  async function endInPears() {
    const root = orchard();
    const editor = join(scratch(), "edit");
    const trace = `${editor}.ran`;
    writeFileSync(editor, `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 });
    const env = { XDG_CONFIG_HOME: scratch(), EDITOR: editor, VISUAL: editor };
    const before = new ExplorerTerminal({ args: [], root, env });
    await before.press("pears\r");
    await before.until(isReadingPears);
    await before.rests(600);
    await before.close();
    return { options: { args: [], root, env }, edited: () => existsSync(trace) };
  }

  for (const key of ["\r", "\u001b"])
    test(`a session that ended in a file is one key away: ${JSON.stringify(key)}`, async () => {
      const { options } = await endInPears();
      const after = new ExplorerTerminal(options);
      try {
        await after.shows(/looking for[\s\S]*resume +src\/pears\.cs/);
        await after.press(key);
        await after.until(isReadingPears);
      } finally {
        await after.close();
      }
    });

  test("a word typed right after jig is a search, wherever the last session ended", async () => {
    const { options, edited } = await endInPears();
    for (const blind of ["", "\n"]) {
      const after = new ExplorerTerminal(options);
      try {
        await after.press(`${blind}equdes`);
        await after.shows("› equdes▏");
        assert.match(await after.rests(), /looking for[\s\S]*› equdes▏/);
        assert.ok(!edited());
      } finally {
        await after.close();
      }
    }
    const again = new ExplorerTerminal(options);
    try {
      for (const letter of "equdes") await again.press(letter);
      await again.shows("› equdes▏");
      assert.ok(!edited());
    } finally {
      await again.close();
    }
  });
});
