/** Which parts of a program's output reach the terminal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createScreen } from "./terminal-screen.ts";

const shown = (line: string) => createScreen(9).take(`${line}\n`).text;
const link = (url: string) => `\x1b]8;;${url}\x1b\\text\x1b]8;;\x1b\\`;

test("colours and links that open files pass, everything else is shown as escapes", () => {
  for (const line of ["\x1b[1;31mred\x1b[0m", link("file:///a/b.ts"), link("vscode://file/a/b.ts:3")])
    assert.equal(shown(line), `${line}\n`);
  for (const url of ["https://a.b/", "vscode://some.extension/run", "vscode:file/a"])
    assert.ok(shown(link(url)).startsWith(`\\u001b]8;;${url}`), url);
  assert.equal(shown("\x1b]52;c;aGk=\x07\x1b[2J"), "\\u001b]52;c;aGk=\\u0007\\u001b[2J\n");
});

test("lines that do not fit are counted", () => {
  const screen = createScreen(1);
  assert.deepEqual(screen.take("a\nb\n"), { text: "a\n", more: true });
  assert.deepEqual(screen.end(), { text: "", hidden: "1 lines of 2" });
});
