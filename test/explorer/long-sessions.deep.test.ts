/** Slow tests of long explorer sessions. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { JIG, scratch } from "../jig.ts";
import { ExplorerHome, openPanes, openTool, withTerminal } from "./open-tool.ts";
import { NO_PTY, orchard } from "./terminal.ts";

const classes = Array.from({ length: 230 }, (_, index) => `class Plum${String(index).padStart(3, "0")} {}`).join("\n");

const numbered = Array.from({ length: 400 }, (_, index) => `apple number ${index}`).join("\n");

describe("an explorer one keeps open", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("/ finds in the source and in help", async () => {
    const root = scratch({ "a.txt": `${numbered}\n` });
    await withTerminal({ root, args: [] }, async (terminal) => {
      await openTool(terminal, "Search text in files (grep)");
      await terminal.press("number 0");
      await terminal.shows(/1 row/);
      await terminal.press("enter", "down", "enter");
      await terminal.shows("1/400");
      await terminal.press("/", "number 250", "enter");
      await terminal.shows("251/400");
      await terminal.press("escape", "?", "/", "Suspend", "escape", "/", "shell for a while");
      await terminal.shows(/shell for a while/);
    });
  });

  test("an answer in pages goes on as one scrolls, and one key reaches its last row", async () => {
    const root = scratch({ "Assets/A.cs": classes });
    await withTerminal({ root, args: [] }, async (terminal) => {
      await openTool(terminal, "Find a symbol or definition by name");
      await terminal.press("Plum");
      await terminal.shows(/1\/50\+|1\/100\+/);
      assert.ok(!terminal.screen().includes("cursor"), "nobody types a cursor");
      await terminal.press("enter");
      for (let page = 0; page < 8; page++) await terminal.press("pagedown");
      await terminal.shows(/\/1[05]0\+/);
      await terminal.press("G");
      await terminal.shows("230/230");
    });
  });

  test("back and forward bring the form with the answer", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum hunt");
      await terminal.press("plum");
      await terminal.shows("plumOrPear");
      await terminal.press("enter", "down", "r");
      await terminal.shows(/seek \* pear/);
      await terminal.press("b");
      await terminal.shows(/seek \* plum/);
      await terminal.press("f");
      await terminal.shows(/seek \* pear/);
    });
  });

  test("escape in the answer leaves the question as it is", async () => {
    await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum hunt");
      await terminal.press("plum");
      await terminal.shows("plumOrPear");
      await terminal.press("enter", "escape");
      // Wait, because a following letter would turn it into alt.
      await terminal.rests();
      await terminal.press("x", "y");
      await terminal.press("escape");
      const screen = await terminal.rests();
      assert.ok(screen.includes("plumOrPear") && !screen.includes("plumx"), screen);
    });
  });

  test("a screen that changed its size while the shell had it is drawn for the new one", async () => {
    const command = ["bash", "--norc", "--noprofile", "-i"];
    await withTerminal({ command, env: { PS1: "shell> " } }, async (terminal) => {
      await terminal.shows("shell>");
      await terminal.press(JIG, "enter");
      await openPanes(terminal);
      await terminal.press("ctrl+z");
      await terminal.shows(/Stopped[\s\S]*shell>/);
      terminal.resize(60, 16);
      await terminal.rests();
      await terminal.press("fg", "enter");
      await terminal.until(() => terminal.alternate);
      await terminal.rests();
      await terminal.press("P");
      await terminal.shows("╭─ Plugins");
      const lines = (await terminal.rests()).split("\n");
      assert.ok(
        lines.some((line) => line.startsWith("╭─ Plugins") && line.length === 60),
        lines.join("\n"),
      );
      assert.equal(
        lines.findIndex((line) => line.startsWith("╰")),
        14,
      );
    });
  });

  test("a killed explorer goes on where it was: the question, the answer, the source and the name in it", async () => {
    const env = { XDG_CONFIG_HOME: new ExplorerHome().folder };
    const root = orchard();
    let before = "";
    await withTerminal({ env, root, args: [], columns: 120, rows: 30 }, async (terminal) => {
      await terminal.shows("What are you looking for");
      await terminal.press("#int plums");
      await terminal.until((screen) => /text +public int Count/.test(screen) && !screen.includes("asking…"));
      await terminal.press("enter");
      await terminal.shows(/▶ +8 │/);
      await terminal.press("down", "down", "right");
      before = await terminal.rests(500);
      assert.match(before, /\w+ {2}10\/13/);
      terminal.kill("SIGKILL");
      await terminal.exited();
    });
    await withTerminal({ env, root, args: [], columns: 120, rows: 30 }, async (terminal) => {
      await terminal.shows(/resume +src\/orchard\.cs/);
      await terminal.press("enter");
      await terminal.until((screen) => screen === before, 20_000, before);
      await terminal.press("escape");
      await terminal.shows(/› #int plums[\s\S]*text +public int Count/);
    });
  });

  test("/ finds in an answer, n and N go on, escape goes back to where one stood", async () => {
    const root = scratch({ "a.txt": `${numbered}\n` });
    await withTerminal({ root, args: [] }, async (terminal) => {
      await openTool(terminal, "Search text in files (grep)");
      await terminal.press("apple");
      await terminal.shows(/400 rows|401/);
      await terminal.press("enter", "/", "number 37");
      await terminal.shows(/\/number 37/);
      await terminal.shows(/38\/400/);
      await terminal.press("enter", "n");
      await terminal.shows(/371\/400/);
      await terminal.press("N");
      await terminal.shows(/38\/400/);
      await terminal.press("/", "number 399", "escape");
      await terminal.shows(/38\/400/);
      await terminal.press("/", "no such thing");
      await terminal.shows("was not found");
    });
  });

  test("a copied command makes the same call from a shell anywhere, as one would type it", async () => {
    const root = scratch({ "a.txt": "apple -x\n", "it's/b.txt": "apple\n" });
    await withTerminal({ args: ["--root", root, "--read-only"] }, async (terminal) => {
      await openTool(terminal, "Search text in files (grep)");
      await terminal.press("apple");
      await terminal.shows("2 matches");
      const before = terminal.output.length;
      await terminal.press("enter", "c", "c");
      await terminal.shows("Copied");
      const [, encoded] = /\u001b\]52;c;([^\u0007]*)\u0007/.exec(terminal.output.slice(before)) ?? [];
      const command = Buffer.from(encoded ?? "", "base64").toString("utf8");
      assert.equal(command, `jig --root ${root} --read-only search_content apple`);
      const ran = spawnSync("sh", ["-c", command.replace("jig", JIG)], { cwd: "/", encoding: "utf8" });
      assert.equal(JSON.parse(ran.stdout).count, 2);
    });
  });

  test("tabs each keep their own question and answers, also when killed; what is typed anew replaces a question of before", async () => {
    const env = { XDG_CONFIG_HOME: new ExplorerHome().folder };
    const root = orchard();
    const options = { env, root, args: [], columns: 120, rows: 30 };
    let before = "";
    await withTerminal(options, async (terminal) => {
      await terminal.shows("What are you looking for");
      await terminal.press("#plumOrPear");
      await terminal.shows(/text +int plumOrPear/);
      await terminal.press("alt+t");
      await terminal.shows(/tab 2\/2[\s\S]*› ▏/);
      await terminal.press("#sealed class");
      await terminal.until((screen) => /text +public sealed/.test(screen) && !screen.includes("asking…"));
      await terminal.press("enter");
      await terminal.shows(/▶ +4 /);
      await terminal.press("alt+s");
      await terminal.shows(/Tabs[\s\S]*home: #plumOrPear[\s\S]*orchard\.cs/);
      await terminal.press("1");
      await terminal.shows(/tab 1\/2[\s\S]*› #plumOrPear/);
      await terminal.press("alt+n");
      await terminal.shows(/tab 2\/2[\s\S]*▶ +4 /);
      before = await terminal.rests(500);
      terminal.kill("SIGKILL");
      await terminal.exited();
    });
    await withTerminal(options, async (terminal) => {
      await terminal.shows(/resume +src\/orchard\.cs/);
      await terminal.press("enter");
      await terminal.until((screen) => screen === before, 20_000, before);
      await terminal.press("alt+p");
      await terminal.shows(/tab 1\/2[\s\S]*text +int plumOrPear/);
      await terminal.press("#pear = 1");
      await terminal.shows(/› #pear = 1▏[\s\S]*text +int pear = 1;/);
      await terminal.press("alt+w");
      await terminal.until((screen) => !screen.includes("tab 1/2") && /▶ +4 /.test(screen));
    });
  });

  test("a file that is saved is asked for again at once, in the source and in the answer", async () => {
    const root = orchard();
    const file = join(root, "src/pears.cs");
    await withTerminal({ root, args: [], columns: 120, rows: 30 }, async (terminal) => {
      await terminal.shows("What are you looking for");
      await terminal.press("#pear =");
      await terminal.shows(/text +int pear = 1;/);
      await terminal.rests();
      writeFileSync(file, "class Pears\n{\n    int pear = 77;\n}\n");
      await terminal.shows(/text +int pear = 77;[\s\S]*▶ +3 +int pear = 77;|int pear = 77;[^\n]*int pear = 77;/);
    });
  });

  test("rows are marked over several answers, and copied as context", async () => {
    const root = orchard();
    await withTerminal({ root, args: [], columns: 120, rows: 30 }, async (terminal) => {
      await terminal.shows("What are you looking for");
      await terminal.press("#plumOrPear");
      await terminal.until((screen) => /text +int plumOrPear/.test(screen) && !screen.includes("asking…"));
      await terminal.press("alt+.", "ctrl+u", "#sealed class");
      await terminal.until((screen) => /text +public sealed/.test(screen) && !screen.includes("asking…"));
      await terminal.press("alt+.", "alt+M");
      await terminal.shows("With the 2 marked");
      await terminal.press("s", "enter");
      await terminal.shows(/Saved .*context\.md/);
      const text = readFileSync(join(root, "context.md"), "utf8");
      assert.match(text, /pears\.cs:1-5\n```\nclass Pears[\s\S]*orchard\.cs:1-7\n```\n\/\/ An orchard/);
    });
  });
});
