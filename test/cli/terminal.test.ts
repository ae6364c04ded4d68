/** CLI on a real terminal: colors and links, dumb terminals, picking rows. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ExplorerTerminal, NO_PTY } from "../explorer/terminal.ts";
import { JIG, scratch } from "../jig.ts";

const files = {
  "src/a.ts": "const needle = 1;\nneedle(); needle();\n",
  "src/b.ts": "// needle\n",
  "evil.txt": "needle \x1b]0;owned\x07\x1b[2J\n",
};

async function shown(args: string[], env: Record<string, string> = {}): Promise<string> {
  const terminal = new ExplorerTerminal({ command: [JIG, ...args], root: scratch(files), env });
  await terminal.exited();
  return terminal.output;
}

test("matches are grouped, coloured and linked; a file cannot drive the terminal", { skip: NO_PTY }, async () => {
  const output = await shown(["grep", "needle"]);
  assert.match(output, /\x1b\]8;;file:\/\/[^/]*\/.*\/src\/a\.ts\x1b\\\x1b\[35msrc\/a\.ts\x1b\[39m/);
  assert.equal(output.match(/src\/a\.ts\x1b\[39m/g)?.length, 1);
  assert.match(output, /\x1b\[31m\x1b\[1mneedle\x1b\[22m\x1b\[39m\(\); \x1b\[31m\x1b\[1mneedle/);
  assert.ok(!output.includes("\x1b]0;owned") && !output.includes("\x1b[2J"));
});

test("NO_COLOR has no colours, a dumb terminal nothing at all but text", { skip: NO_PTY }, async () => {
  assert.ok(!(await shown(["grep", "needle"], { NO_COLOR: "1" })).includes("\x1b["));
  const dumb = await shown(["grep", "needle", "src"], { TERM: "dumb" });
  assert.equal(
    dumb.replaceAll("\r\n", "\n"),
    "src/a.ts\n1:const needle = 1;\n2:needle(); needle();\n\nsrc/b.ts\n1:// needle\n4 matches\n",
  );
  // The explorer doesn't work there, so list the tools.
  assert.match(await shown([], { TERM: "dumb" }), /search_content +Searches/);
  assert.match(await shown(["pick", "grep", "needle"], { TERM: "dumb" }), /pick needs a terminal/);
  assert.match(await shown(["grep", "needle", "--color", "always"], { TERM: "dumb" }), /\x1b\[35m/);
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

test("pick: headings of an answer are no choices", { skip: NO_PTY }, async () => {
  const go = { "a.go": "package a\n\nfunc help() {}\n\nfunc use() { help() }\n" };
  const root = scratch(go);
  const terminal = new ExplorerTerminal({
    command: ["sh", "-c", `"${JIG}" pick refs help > out.txt; echo "exit $?"`],
    root,
  });
  await terminal.shows("esc quits");
  await terminal.shows(/2\/2 /);
  await terminal.press("enter");
  await terminal.shows("exit 0");
  assert.match(readFileSync(join(root, "out.txt"), "utf8"), /^a\.go:[35]:\d+\n$/);
});

test("pick: a name that two languages declare is asked in both", { skip: NO_PTY }, async () => {
  const both = {
    "a.go": "package a\n\nfunc Move() {}\n\nfunc use() { Move() }\n",
    "B.cs": "class B { public void Move() {} void Use() { Move(); } }\n",
  };
  const root = scratch(both);
  const terminal = new ExplorerTerminal({ command: ["sh", "-c", `"${JIG}" pick refs Move; echo "exit $?"`], root });
  await terminal.shows("esc quits");
  await terminal.shows(/a\.go:\d+/);
  await terminal.shows(/B\.cs:\d+/);
  await terminal.press("escape");
  await terminal.shows("exit 130");
});

test("pick: left by escape it prints nothing and gives the screen back", { skip: NO_PTY }, async () => {
  const { terminal, printed } = await picking("pick grep needle");
  terminal.resize(40, 12);
  await terminal.press("escape");
  await terminal.shows("exit 130");
  assert.ok(!terminal.alternate);
  assert.equal(printed(), "");
});
