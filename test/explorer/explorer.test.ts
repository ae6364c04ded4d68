/** What a person does in the explorer, done in a real terminal with the compiled binary. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { JIG, runJig } from "../jig.ts";
import { ExplorerHome, openPanes, openTool, withTerminal } from "./open-tool.ts";
import { type ExplorerTerminal, NO_PTY, orchard, snapshot } from "./terminal.ts";

describe("the explorer in a terminal", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("opens, lists plugins and quits; the terminal is as it was", async () => {
    await withTerminal({}, async (terminal) => {
      await openPanes(terminal);
      await terminal.shows(/▾ Orchard/);
      await terminal.until(() => terminal.alternate);
      await terminal.press("q");
      assert.equal(await terminal.exited(), 0);
      asFound(terminal);
    });
  });

  test("filters the tools", async () => {
    await withTerminal({}, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("/", "diary");
      await terminal.until((screen) => /▾ Orchard[\s\S]*Plum diary/.test(screen) && !screen.includes("Plum heap"));
      await terminal.press("escape");
      await terminal.until((screen) => !screen.includes("/diary"));
    });
  });

  test("the palette finds tools and commands", async () => {
    await withTerminal({}, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("ctrl+p", "plum jar");
      const palette = await terminal.shows(/▌ Plum jar/);
      // What lies below is covered, the air inside the frame too.
      for (const line of palette.split("\n").slice(...box(palette))) assert.match(line, /^│ .* │$/, line);
      await terminal.press("enter");
      await terminal.shows(/╭─ Plum jar/);
      await terminal.press("ctrl+p", "doctor");
      await terminal.shows(/▌ Doctor/);
      await terminal.press("enter");
      await terminal.shows(/╭─ Doctor/);
      await terminal.press("escape");
      await terminal.shows(/╭─ Plum jar/);
    });
  });

  test("a form says what is wrong, is filled, and runs", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum jar");
      await terminal.press("enter");
      await terminal.shows("↳ Needs a value");
      await terminal.press("Jam", "down", "many");
      await terminal.shows('↳ Needs a number, not "many"');
      await terminal.press("ctrl+u", "100");
      await terminal.shows("↳ At most 99");
      await terminal.press("ctrl+u", "12", "down", "right", "right");
      await terminal.shows("‹ damson ›");
      await terminal.press("down", "space");
      await terminal.shows("[x] yes");
      // A list of words, and a list of objects.
      await terminal.press("down", "enter", "red", "down", "enter", "blue");
      await terminal.shows("2 items");
      await terminal.press("down", "down", "enter", "cellar");
      await terminal.shows("1 item ");
      await terminal.press("ctrl+r");
      await terminal.shows(/"label": "Jam"[\s\S]*"count": 12[\s\S]*"sort": "damson"[\s\S]*"sweet": true/);
      await terminal.shows(/"red"[\s\S]*"blue"[\s\S]*"to": "cellar"/);
      const screen = await terminal.rests();
      const { actual, expected } = snapshot("form-120x40", screen);
      assert.equal(actual, expected);
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

  test("shows progress, and Escape cancels", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum slow");
      await terminal.press("ctrl+r");
      await terminal.shows(/█+░+ \d+ %\s+ripening/);
      await terminal.shows("day 3");
      await terminal.press("escape");
      await terminal.shows(/cancelled · /);
      // What had been found stays.
      assert.match(terminal.screen(), /day 0/);
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

  test("a failure is shown as one", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum fault");
      await terminal.press("ctrl+r");
      await terminal.shows(/failed · /);
      await terminal.shows("The ladder is missing");
    });
  });

  test("previews the source of the row, reads it whole, and comes back", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum hunt");
      await terminal.press("plum", "enter");
      await terminal.shows("5 rows");
      await terminal.press("down", "down", "down");
      await terminal.shows(/── src\/orchard\.cs:8 ─/);
      await terminal.shows(/▶ {3}8 │ {9}public int Count/);
      // Coloured by the highlighter once it has loaded: `public` has a colour of its own.
      await terminal.until(() => blue(terminal, "public int Count"), 15_000, "colours");
      await terminal.press("enter");
      await terminal.shows(/╭─ src\/orchard\.cs ─/);
      await terminal.press("escape");
      await terminal.shows("5 rows");
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

  test("copies the call and the answer through the terminal", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum words");
      await terminal.press("ctrl+r");
      await terminal.shows("ripe in August");
      const copied = async (key: string) => {
        await terminal.press("c");
        await terminal.shows("Copy as");
        const before = terminal.output.length;
        await terminal.press(key);
        await terminal.shows(/Copied \d+ characters/);
        const [, encoded] = /\u001b\]52;c;([^\u0007]*)\u0007/.exec(terminal.output.slice(before)) ?? [];
        return Buffer.from(encoded ?? "", "base64").toString();
      };
      assert.match(await copied("t"), /^Plums are ripe in August\.\nA long line/);
      assert.match(await copied("j"), /^\{"rows":/);
      assert.match(await copied("c"), /^jig --plugins \S+\/fixtures\/plugins plum_words$/);
      assert.deepEqual(JSON.parse(await copied("m")).params, { name: "plum_words", arguments: {} });
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
      // Not a key of them reaches the explorer.
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

  test("ctrl+z goes to the shell, and comes back", async () => {
    const command = ["bash", "--norc", "--noprofile", "-i"];
    await withTerminal(
      { command, env: { PS1: "shell> ", BASH_SILENCE_DEPRECATION_WARNING: "1" } },
      async (terminal) => {
        await terminal.shows("shell>");
        // Started by another program of the same job, as `bun start` does.
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

  test("the mouse chooses, runs and scrolls", async () => {
    await withTerminal({}, async (terminal) => {
      await openTool(terminal, "Plum diary");
      const lines = terminal.screen().split("\n");
      const y = lines.findIndex((line) => line.includes("[ Run ]"));
      await terminal.click(lines[y]!.indexOf("[ Run ]"), y);
      await terminal.shows("frost is near");
      const top = terminal
        .screen()
        .split("\n")
        .findIndex((line) => line.includes("Timing"));
      await terminal.click(terminal.screen().split("\n")[top]!.indexOf("Timing"), top);
      await terminal.shows("rows drawn");
      await terminal.press("c");
      const menu = (await terminal.shows("MCP request")).split("\n");
      const item = menu.findIndex((line) => line.includes("MCP request"));
      await terminal.click(menu[item]!.indexOf("MCP request"), item);
      await terminal.shows(/Copied \d+ characters/);
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
      await terminal.shows("The form cannot hold all of it");
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
      await terminal.shows("goes back to the explorer");
      await terminal.press("enter");
      await terminal.shows(/Plugins reloaded/);
      await terminal.press("escape");
      // Escape and the next key, read together, would be another key.
      await terminal.until((screen) => !screen.includes("╭─ Plugins"));
      await openTool(terminal, "Hedge leaves");
      await terminal.press("ctrl+r");
      await terminal.shows(/leaves[\s\S]*1 row|1 row[\s\S]*leaves/);
    });
  });

  test("settings rebind keys and choose a theme; a wrong one is said", async () => {
    const home = new ExplorerHome();
    home.settings({ theme: "dark", keys: { help: "x" }, mouse: false });
    await withTerminal({ env: { XDG_CONFIG_HOME: home.folder, COLORTERM: "truecolor" } }, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("x");
      await terminal.shows(/╭─ Keys/);
      assert.ok(terminal.output.includes("\u001b[38;2;108;199;246m"), "the dark theme's accent");
      assert.ok(!terminal.output.includes("\u001b[?1000h"), "no mouse");
    });
    home.settings({ theme: "pink" });
    await withTerminal({ columns: 200, env: { XDG_CONFIG_HOME: home.folder } }, async (terminal) => {
      await terminal.shows(/explorer\.json: theme/);
    });
  });

  test("NO_COLOR draws without a colour", async () => {
    await withTerminal({ env: { NO_COLOR: "1" } }, async (terminal) => {
      await openTool(terminal, "Plum diary");
      await terminal.press("ctrl+r");
      await terminal.shows("frost is near");
      assert.doesNotMatch(terminal.output, /\u001b\[(?:\d*;)*(3[0-8]|9[0-7]|4[0-8]|10[0-7])[\d;]*m/);
    });
  });
});

describe("the end of the explorer", { skip: NO_PTY, timeout: 60_000 }, () => {
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) {
    test(`${signal} gives the terminal back`, async () => {
      await withTerminal({}, async (terminal) => {
        await openTool(terminal, "Plum slow");
        await terminal.press("ctrl+r");
        await terminal.shows("ripening");
        terminal.kill(signal);
        assert.equal(await terminal.exited(), 130);
        asFound(terminal);
      });
    });
  }

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

  test("without a terminal jig tui exits 2 and jig lists the tools", () => {
    const { code, stderr } = runJig(["tui"]);
    assert.equal(code, 2);
    assert.match(stderr, /needs a terminal/);
    assert.equal(runJig([]).code, 0);
  });
});

/** The lines inside a box that is as wide as the screen, first and behind the last. */
function box(screen: string): [number, number] {
  const lines = screen.split("\n");
  const top = lines.findIndex((line) => line.startsWith("╭─ Find a tool"));
  return [top + 1, lines.findIndex((line, index) => index > top && line.startsWith("╰─"))];
}

/** The primary screen, the cursor shown, no mouse, no paste mode, lines that wrap. */
function asFound(terminal: ExplorerTerminal): void {
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

/** Every frame that opens is closed at the same width, and no line is longer than the screen. */
function framesHold(screen: string, columns: number): void {
  const lines = screen.split("\n");
  for (const line of lines) assert.ok(line.length <= columns, line);
  const count = (sign: string) => screen.split(sign).length;
  assert.equal(count("╭"), count("╮"));
  assert.equal(count("╰"), count("╯"));
}

/** True where a line shows these words in the terminal's blue. */
function blue(terminal: ExplorerTerminal, words: string): boolean {
  const { active } = terminal.emulator.buffer;
  return terminal
    .screen()
    .split("\n")
    .some((line, row) => {
      const cell = active.getLine(active.baseY + row)?.getCell(line.indexOf(words));
      return line.includes(words) && cell?.isFgPalette() === true && cell.getFgColor() === 4;
    });
}
