/** First screen of the binary: early keys aren't lost, and a signal restores the terminal. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { ExplorerTerminal, isReadingPears, NO_PTY } from "./terminal.ts";

describe("the first screen", { skip: NO_PTY }, () => {
  test("letters pressed at once find the file, and enter opens it", async () => {
    const terminal = new ExplorerTerminal({ args: [] });
    try {
      await terminal.press("pears\r");
      await terminal.until(isReadingPears);
    } finally {
      await terminal.close();
    }
  });

  test("a word and Enter typed at once open the declaration, not the text that is found first", async () => {
    const root = scratch({ "a.md": "# Basket\n", "b.md": "The Basket.\n", "z/store.cs": "\n\nclass Basket\n{\n}\n" });
    for (const delay of [0, 300]) {
      const terminal = new ExplorerTerminal({ args: [], root });
      try {
        await Bun.sleep(delay);
        await terminal.press("Basket\r");
        await terminal.until((screen) => /─ z\/store\.cs[\s\S]*▶ +3 │/.test(screen) && !screen.includes("looking for"));
      } finally {
        await terminal.close();
      }
    }
  });

  test("a question in words and Enter lead to the answer", async () => {
    const asked = [
      ["where is Orchard declared?", /─ src\/orchard\.cs[\s\S]*▶ +4 │/],
      ["what is big", /─ src\/orchard\.cs[\s\S]*▶ +1 │/],
      ["who uses Pears", /─ Result[\s\S]*references|references[\s\S]*Pears/],
    ] as const;
    for (const [words, shows] of asked) {
      const terminal = new ExplorerTerminal({ args: [] });
      try {
        await terminal.press(`${words}\r`);
        await terminal.until((screen) => shows.test(screen) && !screen.includes("looking for"));
      } finally {
        await terminal.close();
      }
    }
  });

  test("a file that ignore rules hide is not shown, as later", async () => {
    const root = scratch({ ".gitignore": "hidden.ts\n", "hidden.ts": "", "shown.ts": "" });
    mkdirSync(join(root, ".git"));
    const terminal = new ExplorerTerminal({ args: [], root });
    try {
      await terminal.press(".ts");
      const first = await terminal.shows("shown.ts");
      assert.ok(!first.includes("hidden.ts"), first);
      assert.ok(!(await terminal.rests()).includes("hidden.ts"));
    } finally {
      await terminal.close();
    }
  });

  test("a signal at any moment of the start gives the terminal back", async () => {
    for (const delay of [0, 10, 20, 30, 40, 60, 90, 130]) {
      const terminal = new ExplorerTerminal({ args: [] });
      await Bun.sleep(delay);
      terminal.kill("SIGTERM");
      await terminal.exited();
      await terminal.rests(50);
      assert.equal(terminal.alternate, false, `after ${delay} ms`);
      await terminal.close();
    }
  });
});
