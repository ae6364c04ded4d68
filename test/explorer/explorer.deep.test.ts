/** Slow explorer tests: other terminal sizes, long answers, trust, the editor. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { JIG } from "../jig.ts";
import { ExplorerHome, openPanes, openTool, withTerminal } from "./open-tool.ts";
import { NO_PTY, orchard, snapshot } from "./terminal.ts";
import { asFound } from "./terminal-as-found.ts";

describe("the explorer in a terminal", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("shows progress, and Escape cancels", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum slow");
      await terminal.press("ctrl+r");
      await terminal.shows(/█+░+ \d+ %\s+ripening/);
      await terminal.shows("day 3");
      await terminal.press("escape");
      await terminal.shows(/cancelled · /);
      // Earlier results stay.
      assert.match(terminal.screen(), /day 0/);
    });
  });

  test("says what a model would receive, in characters and tokens", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum heap");
      await terminal.press("ctrl+r");
      await terminal.shows("10,000 rows");
      await terminal.press("]");
      await terminal.shows(/[\d,]+ characters · [\d,]+ tokens/);
      const [, characters] = /([\d,]+) characters/.exec(terminal.screen()) ?? [];
      assert.ok(Number(characters?.replace(",", "")) <= 40_000, "cut to MCP's budget");
    });
  });

  test("opens the editor at the line and gives it the terminal", async () => {
    await withTerminal({ columns: 120, rows: 40, env: { EDITOR: "./my-editor.sh --wait" } }, async (terminal) => {
      const script =
        '#!/bin/sh\nprintf "%s\\n" "$@" > args\nprintf "EDITOR HERE"\nwhile [ "$answer" != over ]; do read answer; echo "$answer" >> typed; done\n';
      writeFileSync(join(terminal.root, "my-editor.sh"), script);
      chmodSync(join(terminal.root, "my-editor.sh"), 0o755);
      await openTool(terminal, "Plum hunt");
      await terminal.press("plum", "enter");
      await terminal.shows("5 rows");
      await terminal.press("down", "down");
      await terminal.shows("orchard.cs:6");
      await terminal.press("e");
      await terminal.shows("EDITOR HERE");
      assert.ok(!terminal.alternate, "the editor has the screen");
      // None of the keys may reach the explorer.
      const words = ["hello", "one", "two", "three", "over"];
      for (const word of words) await terminal.press(word, "enter");
      await terminal.shows("5 rows");
      const args = readFileSync(join(terminal.root, "args"), "utf8").trim().split("\n");
      assert.deepEqual(args, ["--wait", "+6", join(terminal.root, "src/orchard.cs")]);
      assert.deepEqual(readFileSync(join(terminal.root, "typed"), "utf8").trim().split("\n"), words);
      await terminal.press("q");
      assert.equal(await terminal.exited(), 0);
    });
  });

  test("keeps the history across starts", async () => {
    const config = { XDG_CONFIG_HOME: new ExplorerHome().folder };
    const root = orchard();
    await withTerminal({ env: config, root }, async (terminal) => {
      await openTool(terminal, "Plum branch");
      await terminal.press("oak", "enter");
      await terminal.shows("branch of oak");
      await terminal.press("q");
      await terminal.exited();
      assert.ok(existsSync(join(config.XDG_CONFIG_HOME, "jig", "explorer-history.json")));
    });
    await withTerminal({ env: config, root }, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("H");
      await terminal.shows(/Plum branch\s+of oak/);
      await terminal.press("enter");
      await terminal.shows(/of\s+oak/);
    });
  });

  test("follows the terminal's size, down to ten lines", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum ledger");
      await terminal.press("ctrl+r");
      await terminal.shows("old oak");
      for (const [columns, rows] of [
        [80, 24],
        [60, 15],
        [60, 10],
        [200, 60],
        [40, 10],
      ] as const) {
        terminal.resize(columns, rows);
        const screen = await terminal.rests();
        if (rows >= 10) assert.match(screen, /old oak/, `${columns}×${rows}`);
        if (rows >= 10) framesHold(screen, columns);
      }
    });
  });

  test("the wheel scrolls what lies under it", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum heap");
      await terminal.press("ctrl+r");
      await terminal.shows("1/10,000 ─╮");
      await terminal.press("\u001b[<65;60;15M");
      await terminal.shows(/4\/10,000 ─╮[\s\S]*plum number 3 /);
      await terminal.press("\u001b[<65;60;15M", "\u001b[<64;60;15M", "\u001b[<64;60;15M");
      await terminal.shows("plum number 0 ");
    });
  });

  test("a plugin of the repository waits for trust, is shown in full, and then works", async () => {
    const root = orchard();
    const folder = join(root, ".jig", "plugins", "hedge");
    mkdirSync(folder, { recursive: true });
    const tool = { description: "Answers leaves.", effect: "read", view: "text", input: { type: "object" } };
    const manifest = {
      name: "hedge",
      version: "1.0.0",
      title: "Hedge",
      description: "Grows in a repository.",
      host: "^1",
      permissions: {},
      tools: { hedge_leaves: { title: "Hedge leaves", handler: "./hedge.ts", ...tool } },
    };
    writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "hedge.ts"), 'export default () => ({ value: "leaves" });\n');
    await withTerminal({ root, args: [], rows: 40 }, async (terminal) => {
      await openPanes(terminal);
      await terminal.shows(/Hedge untrusted/);
      await terminal.press("P");
      await terminal.shows(/t trust/);
      await terminal.press("t");
      await terminal.shows(/Trust "hedge"\?/);
      assert.ok(!terminal.alternate, "the review has the screen");
      await terminal.press("y", "enter");
      await terminal.shows("return to the explorer");
      await terminal.press("enter");
      await terminal.shows(/Plugins reloaded/);
      await terminal.press("escape");
      // Wait, as escape followed by a key would be read as another key.
      await terminal.until((screen) => !screen.includes("╭─ Plugins"));
      await openTool(terminal, "Hedge leaves");
      await terminal.press("ctrl+r");
      await terminal.shows(/leaves[\s\S]*1 row|1 row[\s\S]*leaves/);
    });
  });

  test("an example fills the form, its JSON can be edited", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum jar");
      await terminal.press("ctrl+o");
      await terminal.shows("A full jar");
      await terminal.press("enter", "ctrl+t");
      await terminal.shows(/1 \{\s*▏|▏/);
      await terminal.shows('"label": "Jam"');
      await terminal.press("down", "end", "backspace", "backspace", "x", '"');
      await terminal.press("ctrl+r");
      await terminal.shows("Not JSON yet");
      await terminal.press(",", "ctrl+r");
      await terminal.shows(/"label": "Jamx"[\s\S]*"grams": 250/);
    });
  });

  test("asks before it runs what changes the world", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum burn");
      await terminal.press("ctrl+r");
      await terminal.shows("This runs code");
      const asked = await terminal.rests();
      const { actual, expected } = snapshot("confirm-80x24", asked);
      assert.equal(actual, expected);
      await terminal.press("enter", "n");
      await terminal.until((screen) => !screen.includes("This runs code"));
      assert.ok(!terminal.screen().includes("burnt"));
      await terminal.press("ctrl+r", "y");
      await terminal.shows("burnt nothing");
    });
  });

  test("saves an answer, and asks before it replaces a file", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum words");
      await terminal.press("ctrl+r");
      await terminal.shows("ripe in August");
      await terminal.press("s");
      await terminal.shows("plum_words.txt");
      await terminal.press("enter");
      await terminal.shows("Saved");
      assert.match(readFileSync(join(terminal.root, "plum_words.txt"), "utf8"), /^Plums are ripe/);
      await terminal.press("s", "enter");
      await terminal.shows("This file exists");
      await terminal.press("escape");
    });
  });

  test("ctrl+z goes to the shell, and comes back", async () => {
    const command = ["bash", "--norc", "--noprofile", "-i"];
    await withTerminal(
      { command, env: { PS1: "shell> ", BASH_SILENCE_DEPRECATION_WARNING: "1" } },
      async (terminal) => {
        await terminal.shows("shell>");
        // Started by another program in the same job, like with `bun start`.
        await terminal.press(`sh -c "${JIG}; true"`, "enter");
        await openPanes(terminal);
        await terminal.press("ctrl+z");
        await terminal.shows(/Stopped[\s\S]*shell>/);
        assert.ok(!terminal.alternate);
        await terminal.press("fg", "enter");
        await terminal.until(() => terminal.alternate);
        await openPanes(terminal);
        await terminal.press("?");
        await terminal.shows(/╭─ Keys/);
      },
    );
  });

  test("ctrl+z where no shell would bring it back changes nothing", async () => {
    await withTerminal({}, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("ctrl+z");
      await terminal.rests();
      await openPanes(terminal);
      await terminal.press("?");
      await terminal.shows(/╭─ Keys/);
    });
  });

  test("a column is made wider and narrower", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum ledger");
      await terminal.press("ctrl+r");
      await terminal.shows(/tree {7}plums/);
      await terminal.press(">");
      await terminal.shows(/tree {11}plums/);
      await terminal.press("<");
      await terminal.shows(/tree {7}plums/);
    });
  });

  test("every link of a row is in a menu, and the way goes forward again", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum hunt");
      await terminal.press("plum", "enter");
      await terminal.shows("5 rows");
      await terminal.press("down", "l");
      await terminal.shows(/definition\s+Plum scroll: of plum/);
      await terminal.press("down", "down", "enter");
      await terminal.shows(/branch of plum/);
      await terminal.press("b");
      await terminal.shows("5 rows");
      await terminal.press("f");
      await terminal.shows(/Plum hunt plum › hierarchy/);
    });
  });

  test("the pane takes the screen, the preview goes and comes", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum hunt");
      await terminal.press("plum", "enter");
      await terminal.shows("── src/orchard.cs:1 ─");
      // Escape would cancel a running call.
      await terminal.shows(/rows · \d+ ms/);
      await terminal.press("v");
      await terminal.until((screen) => !screen.includes("── src/orchard.cs:1 ─"));
      await terminal.press("v", "z");
      await terminal.until((screen) => screen.includes("── src/orchard.cs:1 ─") && !screen.includes("╭─ Tools"));
      await terminal.press("escape");
      await terminal.shows("╭─ Tools");
    });
  });

  test("what the form has no field for is sent from its JSON as it stands", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum jar");
      await terminal.press("Jam", "ctrl+t");
      await terminal.shows('"label": "Jam"');
      await terminal.press("down", "end", ",", "enter", '"strange": 1', "ctrl+t");
      await terminal.shows("The form cannot show all of this input");
      await terminal.press("ctrl+r");
      await terminal.shows(/Unknown parameter "strange"/);
    });
  });

  test("plugins, log, doctor and help have their screens", async () => {
    await withTerminal({}, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("P");
      await terminal.shows(/╭─ Plugins/);
      await terminal.press("L");
      await terminal.shows(/╭─ Log/);
      await terminal.press("D");
      await terminal.shows(/╭─ Doctor/);
      await terminal.press("?");
      await terminal.shows(/╭─ Keys/);
      const help = await terminal.rests();
      const { actual, expected } = snapshot("help-80x24", help);
      assert.equal(actual, expected);
      await terminal.press("escape");
      await openPanes(terminal);
    });
  });
});

describe("the end of the explorer", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("a crash gives the terminal back and says so", async () => {
    const command = [process.execPath, join(import.meta.dirname, "fixtures", "crash.ts")];
    await withTerminal({ command }, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("P");
      assert.equal(await terminal.exited(), 1);
      asFound(terminal);
      assert.match(terminal.screen(), /the explorer crashed: the ladder broke/);
    });
  });

  test("ctrl+c cancels what runs; twice it quits", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum slow");
      await terminal.press("ctrl+r");
      await terminal.shows("ripening");
      await terminal.press("ctrl+c");
      await terminal.shows("cancelled");
      await terminal.press("ctrl+c");
      await terminal.shows("again to quit");
      await terminal.press("ctrl+c");
      assert.equal(await terminal.exited(), 0);
      asFound(terminal);
    });
  });
});

/** All frames are closed at the right width, and lines aren't longer than the screen. */
function framesHold(screen: string, columns: number): void {
  const lines = screen.split("\n");
  for (const line of lines) assert.ok(line.length <= columns, line);
  const count = (sign: string) => screen.split(sign).length;
  assert.equal(count("╭"), count("╮"));
  assert.equal(count("╰"), count("╯"));
}
