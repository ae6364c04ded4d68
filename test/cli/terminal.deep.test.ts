/** Output without colors, and `jig pick` over answers. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ExplorerTerminal, NO_PTY } from "../explorer/terminal.ts";
import { JIG, scratch } from "../jig.ts";
import { shown } from "./shown-in-terminal.ts";

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
