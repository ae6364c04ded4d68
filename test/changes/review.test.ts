/** The tree and its new contents don't both fit. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openTool, withTerminal } from "../explorer/open-tool.ts";
import { NO_PTY } from "../explorer/terminal.ts";
import { callJig, scratch } from "../jig.ts";

test("a plan is reviewed, applied in part and undone", { skip: NO_PTY, timeout: 120_000 }, async () => {
  const root = scratch({ "src/a.ts": "old one\nkeep\n", "src/b.ts": "first\nold two\n", "src/c.ts": "old three\n" });
  const read = () => ["a", "b", "c"].map((name) => readFileSync(join(root, `src/${name}.ts`), "utf8"));
  const before = read();
  const paths = ["src/a.ts", "src/b.ts", "src/c.ts"];
  callJig("edit_text", { old: "old", new: "new", paths }, { cwd: root });
  await withTerminal({ root, columns: 120, rows: 40, args: [] }, async (terminal) => {
    await openTool(terminal, "Apply or undo a planned change");
    await terminal.press("last", "enter");
    const screen = await terminal.shows("+new three");
    assert.match(screen, /▾ src\/a\.ts/);
    assert.match(screen, /☑ @@ -1,2 \+1,2 @@/);
    await terminal.press("3", "down", "down", "x");
    await terminal.shows(/☐ @@ -1,2 \+1,2 @@/);
    await terminal.press("A");
    await terminal.shows(/Applied: /);
    assert.deepEqual(read(), [before[0], "first\nnew two\n", "new three\n"]);
    await terminal.press("U");
    await terminal.shows(/Undone: /);
    assert.deepEqual(read(), before);
  });
});

test("under --read-only a plan is shown and not applied", { skip: NO_PTY, timeout: 120_000 }, async () => {
  const root = scratch({ "src/a.ts": "old one\nkeep\n" });
  callJig("edit_text", { old: "old", new: "new", paths: ["src/a.ts"] }, { cwd: root });
  await withTerminal({ root, columns: 120, rows: 40, args: ["--read-only"] }, async (terminal) => {
    await openTool(terminal, "Apply or undo a planned change");
    await terminal.press("last", "enter");
    await terminal.shows("+new one");
    await terminal.press("3", "A");
    await terminal.shows(/--read-only is on/);
    assert.equal(readFileSync(join(root, "src/a.ts"), "utf8"), "old one\nkeep\n");
  });
});
