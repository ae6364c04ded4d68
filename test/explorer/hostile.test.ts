/** Robustness of the explorer: floods of input and resizes, a megabyte in one line, control characters, vanishing files, no terminal. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { megabyteIsDrawn } from "./megabyte-line.ts";
import { openPanes, openTool, withTerminal } from "./open-tool.ts";
import { type ExplorerTerminal, NO_PTY, orchard } from "./terminal.ts";

const OWNED = "\u001b]0;owned\u0007\u001b[2J\u202e\u0007";

describe("a hostile world", { skip: NO_PTY, timeout: 60_000 }, () => {
  megabyteIsDrawn("Thorn line");

  test("nothing in a file is obeyed, neither in a row, the preview nor the whole file", async () => {
    const root = orchard();
    writeFileSync(join(root, "src/orchard.cs"), `// plum ${OWNED}evil\n// plain plum\n`);
    await withTerminal({ root, columns: 120, rows: 40 }, async (terminal) => {
      await openTool(terminal, "Plum hunt");
      await terminal.press("plum", "enter");
      await terminal.shows(/▶ {3}1 │ \/\/ plum evil/);
      await terminal.press("enter");
      await terminal.shows(/╭─ src\/orchard\.cs[\s\S]*\/\/ plum evil/);
      assert.ok(!terminal.output.includes("owned"), "part of a sequence was drawn");
      neutral(terminal);
    });
  });

  test("nothing in a manifest is obeyed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "jig-explorer-hostile-"));
    mkdirSync(join(folder, "bramble"));
    const text = (what: string) => `${what}${OWNED} end`;
    const tool = { title: text("Bramble tool"), description: text("Says"), effect: "read", handler: "./bramble.ts" };
    const input = { type: "object", properties: { word: { type: "string", description: text("Helps") } } };
    const example = { title: text("Example"), input: { word: text("word") } };
    const manifest = {
      name: "bramble",
      version: "1.0.0",
      title: text("Bramble"),
      description: text("Hides"),
      host: "^1",
      permissions: {},
      tools: { bramble_tool: { ...tool, view: "text", input, examples: [example] } },
    };
    writeFileSync(join(folder, "bramble", "plugin.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "bramble", "bramble.ts"), 'export default () => ({ value: "thorns" });\n');
    await withTerminal({ args: ["--plugins", folder], columns: 120, rows: 40 }, async (terminal) => {
      await openPanes(terminal);
      await terminal.shows(/bramble/i);
      await terminal.press("/", "bramble", "enter", "escape");
      await terminal.rests();
      await terminal.press("P", "end");
      await terminal.shows(/bramble/i);
      await terminal.press("L");
      await terminal.rests();
      neutral(terminal);
    });
  });

  test("TERM=dumb gets the tools as plain text instead", async () => {
    await withTerminal({ env: { TERM: "dumb" } }, async (terminal) => {
      await terminal.shows("jig <tool> --help");
      assert.ok(!terminal.output.includes("\u001b"));
      assert.equal(await terminal.exited(), 0);
    });
  });

  test("what is typed before the first frame is not echoed, which would move the screen", async () => {
    await withTerminal({}, async (terminal) => {
      while (!terminal.output.includes("\u001b[?1049h")) await Bun.sleep(1);
      for (let more = 0; more < 8; more++) await terminal.press("\r\r\r");
      // Enter opens the first result on the home screen.
      const screen = await terminal.shows("╭─");
      assert.match(screen, /^ jig {2}/);
      const { output } = terminal;
      assert.ok(!output.slice(0, output.indexOf("\u001b[?2026h")).includes("\n"), output.slice(0, 200));
    });
  });

  test("what is typed before the start is in the first frame", async () => {
    await withTerminal({ args: [] }, async (terminal) => {
      await terminal.press("pears");
      await terminal.shows(/› pears▏[\s\S]*pears\.cs/);
      // These are the hints of an empty home.
      assert.ok(!terminal.output.includes("everything at once"), terminal.output.slice(0, 2000));
    });
  });

  test("a locale without Unicode gets ASCII in the same columns", async () => {
    await withTerminal({ env: { LC_ALL: "C" } }, async (terminal) => {
      await terminal.shows("+- What are");
      await terminal.press("tab");
      await terminal.shows(/\+- Tools -+ \d+ -\+\+- .* -\+\n/);
      assert.match(terminal.output, /^[\0-\x7f]*$/);
    });
  });

  test("a terminal that goes away ends the explorer", async () => {
    await withTerminal({}, async (terminal) => {
      await openPanes(terminal);
      terminal.hangUp();
      const code = await Promise.race([terminal.exited(), Bun.sleep(10_000).then(() => "still there")]);
      assert.notEqual(code, "still there");
    });
  });
});

/** No escape sequence, bell or bidi override from a file has reached the terminal. */
function neutral(terminal: ExplorerTerminal): void {
  assert.ok(!terminal.output.includes("\u001b]0;"), "the title was set");
  assert.ok(!terminal.output.includes("\u202e"), "the direction was turned");
  assert.ok(!terminal.output.includes("\u0007"), "the bell was rung");
}
