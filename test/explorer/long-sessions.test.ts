/** What makes one close the explorer, done on a real terminal: finding, going on, coming back, taking a call elsewhere. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { JIG, scratch } from "../jig.ts";
import { ExplorerHome, openPanes, openTool, withTerminal } from "./open-tool.ts";
import { NO_PTY, orchard } from "./terminal.ts";

const numbered = Array.from({ length: 400 }, (_, index) => `apple number ${index}`).join("\n");

describe("an explorer one keeps open", { skip: NO_PTY, timeout: 60_000 }, () => {
  test("/ finds in an answer, n and N go on, escape goes back to where one stood", async () => {
    const root = scratch({ "a.txt": `${numbered}\n` });
    await withTerminal({ root, args: [] }, async (terminal) => {
      await openTool(terminal, "Search text in files (grep)");
      await terminal.press("apple");
      await terminal.shows(/400 rows|401/);
      await terminal.press("enter", "/", "number 37");
      await terminal.shows(/\/number 37/);
      await terminal.shows(/39\/401/);
      await terminal.press("enter", "n");
      await terminal.shows(/372\/401/);
      await terminal.press("N");
      await terminal.shows(/39\/401/);
      await terminal.press("/", "number 399", "escape");
      await terminal.shows(/39\/401/);
      await terminal.press("/", "no such thing");
      await terminal.shows("is not here");
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

  test("history is that of the workspace, and its last tool stands ready", async () => {
    const env = { XDG_CONFIG_HOME: new ExplorerHome().folder };
    const root = orchard();
    await withTerminal({ env, root }, async (terminal) => {
      await openTool(terminal, "Plum branch");
      await terminal.press("oak", "enter");
      await terminal.shows("branch of oak");
      await terminal.press("q");
      await terminal.exited();
    });
    await withTerminal({ env }, async (terminal) => {
      // Another workspace: a search stands ready, not the tool that comes first by its name.
      await openPanes(terminal);
      await terminal.shows(/╭─ Plum hunt/);
      await terminal.press("H");
      await terminal.shows("No calls yet");
    });
    await withTerminal({ env, root }, async (terminal) => {
      await terminal.shows(/╭─ Plum branch/);
      await terminal.press("H");
      await terminal.shows(/History[\s\S]*Plum branch/);
    });
  });

  test("SIGQUIT gives the terminal back", async () => {
    await withTerminal({ root: orchard() }, async (terminal) => {
      await openPanes(terminal);
      await terminal.until(() => terminal.output.includes("\u001b[?1000h"));
      terminal.kill("SIGQUIT");
      assert.equal(await terminal.exited(), 131);
      assert.ok(terminal.output.lastIndexOf("\u001b[?1000l") > terminal.output.lastIndexOf("\u001b[?1000h"));
      assert.ok(!terminal.alternate);
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
      await terminal.until((screen) => screen === before, 20_000, before);
      await terminal.press("alt+p");
      await terminal.shows(/tab 1\/2[\s\S]*text +int plumOrPear/);
      await terminal.press("#pear = 1");
      await terminal.shows(/› #pear = 1▏[\s\S]*text +int pear = 1;/);
      await terminal.press("alt+w");
      await terminal.until((screen) => !screen.includes("tab 1/2") && /▶ +4 /.test(screen));
    });
  });

  test("another theme is drawn at once, and kept beside the other settings", async () => {
    const home = new ExplorerHome();
    home.settings({ mouse: false });
    await withTerminal({ env: { XDG_CONFIG_HOME: home.folder }, root: orchard(), args: [] }, async (terminal) => {
      await openPanes(terminal);
      await terminal.press("T");
      await terminal.shows(/Theme[\s\S]*light/);
      await terminal.press("down", "down", "enter");
      await terminal.shows(/Using the theme light/);
      const kept = JSON.parse(readFileSync(join(home.folder, "jig", "explorer.json"), "utf8"));
      assert.deepEqual(kept, { mouse: false, theme: "light" });
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
      const start = performance.now();
      await terminal.shows(/text +int pear = 77;[\s\S]*▶ +3 +int pear = 77;|int pear = 77;[^\n]*int pear = 77;/, 5000);
      assert.ok(performance.now() - start < 1000);
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
