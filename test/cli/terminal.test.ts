/** CLI on a real terminal: colors and links, dumb terminals, picking rows. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ExplorerTerminal, NO_PTY } from "../explorer/terminal.ts";
import { JIG, scratch } from "../jig.ts";
import { files, shown } from "./shown-in-terminal.ts";

test("matches are grouped, coloured and linked; a file cannot drive the terminal", { skip: NO_PTY }, async () => {
  const output = await shown(["grep", "needle"]);
  assert.match(output, /\x1b\]8;;file:\/\/[^/]*\/.*\/src\/a\.ts\x1b\\\x1b\[35msrc\/a\.ts\x1b\[39m/);
  assert.equal(output.match(/src\/a\.ts\x1b\[39m/g)?.length, 1);
  assert.match(output, /\x1b\[31m\x1b\[1mneedle\x1b\[22m\x1b\[39m\(\); \x1b\[31m\x1b\[1mneedle/);
  assert.ok(!output.includes("\x1b]0;owned") && !output.includes("\x1b[2J"));
});

test("a word or a file alone opens the explorer with it", { skip: NO_PTY }, async () => {
  for (const [word, shows] of [
    ["needle", /a\.ts/],
    ["src/b.ts", /b\.ts/],
    ["src", /src/],
  ] as const) {
    const terminal = new ExplorerTerminal({ command: [JIG, word], root: scratch(files) });
    await terminal.shows(shows);
    assert.ok(terminal.alternate, word);
    await terminal.press("ctrl+c", "ctrl+c");
    await terminal.exited();
  }
});

async function picking(line: string): Promise<{ terminal: ExplorerTerminal; printed(): string }> {
  const root = scratch(files);
  const terminal = new ExplorerTerminal({ command: ["sh", "-c", `"${JIG}" ${line} > out.txt; echo "exit $?"`], root });
  await terminal.shows("esc quits");
  return { terminal, printed: () => readFileSync(join(root, "out.txt"), "utf8") };
}

test("pick: typed letters narrow the rows, marks take several, stdout has the places", { skip: NO_PTY }, async () => {
  const { terminal, printed } = await picking("pick grep needle");
  await terminal.press("b.ts");
  await terminal.shows("1/5");
  await terminal.press("enter");
  await terminal.shows("exit 0");
  assert.equal(printed(), "src/b.ts:1:4\n");
  const marked = await picking("pick --print path fd '\\.ts$' src");
  await marked.terminal.press("tab", "tab", "enter");
  await marked.terminal.shows("exit 0");
  assert.equal(marked.printed(), "src/a.ts\nsrc/b.ts\n");
});

test("pick: left by escape it prints nothing and gives the screen back", { skip: NO_PTY }, async () => {
  const { terminal, printed } = await picking("pick grep needle");
  terminal.resize(40, 12);
  await terminal.press("escape");
  await terminal.shows("exit 130");
  assert.ok(!terminal.alternate);
  assert.equal(printed(), "");
});
