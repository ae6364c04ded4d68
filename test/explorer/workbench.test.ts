/** Layout is remembered, and navigation from within a workbench, on a real terminal. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { ExplorerHome, openPanes, withTerminal } from "./open-tool.ts";
import { NO_PTY, orchard } from "./terminal.ts";

describe("a workbench", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("a pane that was made larger is as large after kill -9", async () => {
    const options = {
      root: orchard(),
      args: [],
      columns: 120,
      rows: 30,
      env: { XDG_CONFIG_HOME: new ExplorerHome().folder },
    };
    const toolsWide = (screen: string) => screen.split("\n")[1]!.indexOf("╮") + 1;
    let wide = 0;
    await withTerminal(options, async (terminal) => {
      await openPanes(terminal);
      wide = toolsWide(terminal.screen()) + 8;
      await terminal.press("alt+=", "alt+=", "alt+=", "alt+-");
      await terminal.until((screen) => toolsWide(screen) === wide);
      // Settings are saved with a delay.
      await Bun.sleep(300);
      terminal.kill("SIGKILL");
    });
    await withTerminal(options, async (terminal) => {
      await terminal.shows("looking for");
      await terminal.press("tab");
      await terminal.shows("─ Tools ─");
      assert.equal(toolsWide(terminal.screen()), wide);
    });
  });

  test("a name beyond the edge of a source scrolls into sight, with the line numbers left where they are", async () => {
    const names = Array.from({ length: 40 }, (_, at) => `name${at}`);
    const root = scratch({ "wide.ts": `first();\nexport const all = [${names.join(", ")}];\n` });
    await withTerminal({ root, args: [], columns: 80, rows: 20 }, async (terminal) => {
      await terminal.shows("What are you looking for");
      await terminal.press("#first");
      await terminal.shows("wide.ts:1");
      await terminal.press("enter");
      await terminal.shows(/2 │ export const all = \[name0/);
      await terminal.press("down", ...names.slice(0, 28).map(() => "right"));
      await terminal.shows(/2 │ ….*name25/);
      await terminal.press(...names.slice(0, 28).map(() => "left"));
      await terminal.shows(/2 │ export const all = \[name0/);
    });
  });

  test("another folder is chosen inside, by its name or a path that tab completes, with the session left there", async () => {
    const top = scratch({ "first/a.txt": "apple\n", "second/b.txt": "banana\n", "third/deep/c.txt": "cherry\n" });
    for (const name of ["first", "second"]) mkdirSync(join(top, name, ".git"));
    await withTerminal({ root: join(top, "first"), args: [], columns: 120, rows: 30 }, async (terminal) => {
      await terminal.shows("What are you looking for");
      await terminal.press("#apple");
      await terminal.shows("a.txt:1");
      assert.match(terminal.output, /\u001b\]8;;file:\/\/[^/]*\/.*first\/a\.txt\u001b/);
      await terminal.press("alt+o");
      await terminal.shows(/Explore which folder[\s\S]*second/);
      await terminal.press("secon", "enter");
      await terminal.until((screen) => screen.split("\n")[0]!.trimEnd().endsWith("second"));
      await terminal.press("#banana");
      await terminal.shows("b.txt:1");
      await terminal.press("alt+o", "../thi");
      await terminal.shows(/third +folder/);
      await terminal.press("tab");
      await terminal.shows(/deep +folder/);
      await terminal.press("enter");
      await terminal.until((screen) => screen.split("\n")[0]!.trimEnd().endsWith("third"));
      await terminal.press("alt+o");
      await terminal.shows(/first +recent/);
      await terminal.press("first", "enter");
      await terminal.shows(/resume +home: #apple/);
      await terminal.press("enter");
      await terminal.shows(/› #apple[\s\S]*a\.txt:1/);
      await terminal.press("alt+o", "/no/such/folder", "enter");
      await terminal.shows("no such file or directory");
    });
  });
});
