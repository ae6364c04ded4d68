/** When there are colors and links, and where links go. */
import assert from "node:assert/strict";
import { hostname } from "node:os";
import { test } from "node:test";
import type { Io } from "./io.ts";
import { addresses, createStyle, isDumb } from "./style.ts";

const ioOf = (env: Record<string, string> = {}, isTTY = true, columns?: number) =>
  ({ env, stdout: { isTTY, ...(columns === undefined ? {} : { columns }) } }) as unknown as Io;
const place = { absolute: "/work/a b.ts", display: "a b.ts", startLine: 3, startColumn: 7 };

test("colours are for terminals, unless somebody says otherwise", async () => {
  const colored = async (io: Io, color?: string) => (await createStyle(io, { color })).paint("x", "match") !== "x";
  assert.ok(await colored(ioOf()));
  assert.ok(!(await colored(ioOf({}, false))));
  assert.ok(!(await colored(ioOf({ NO_COLOR: "1" }))));
  assert.ok(!(await colored(ioOf({ TERM: "dumb" }))));
  assert.ok(await colored(ioOf({ CLICOLOR_FORCE: "1" }, false)));
  assert.ok(await colored(ioOf({ FORCE_COLOR: "1" }, false)));
  assert.ok(!(await colored(ioOf({ CLICOLOR_FORCE: "0" }, false))));
  assert.ok(!(await colored(ioOf({ NO_COLOR: "1", CLICOLOR_FORCE: "1" }))));
  assert.ok(await colored(ioOf({ NO_COLOR: "1" }, false), "always"));
  assert.ok(!(await colored(ioOf(), "never")));
});

test("what drives a terminal becomes escapes in whatever is painted", async () => {
  const style = await createStyle(ioOf({}, false), {});
  assert.equal(style.paint("a\x1b[2Jb", "match"), "a\\u001b[2Jb");
  assert.equal(style.link("a\x1bcb", place), "a\\u001bcb");
});

test("a style knows the terminal's width, within reason", async () => {
  const width = async (columns?: number) => (await createStyle(ioOf({}, true, columns), {})).width;
  assert.deepEqual([await width(80), await width(10), await width(0), await width()], [80, 40, 100, 100]);
});

test("a path leads to its file, or to its line in an editor", () => {
  const at = (io: Io, hyperlink?: string) => addresses(io, hyperlink)?.(place);
  assert.equal(at(ioOf()), `file://${hostname()}/work/a%20b.ts`);
  assert.equal(at(ioOf({ TERM: "xterm-kitty" })), `file://${hostname()}/work/a%20b.ts#3`);
  assert.equal(at(ioOf(), "vscode"), "vscode://file/work/a%20b.ts:3:7");
  assert.equal(at(ioOf({}, false), "zed"), "zed://file/work/a%20b.ts:3:7");
  assert.equal(at(ioOf(), "never"), undefined);
  assert.equal(at(ioOf({}, false)), undefined);
  assert.equal(at(ioOf({ TERM: "dumb" })), undefined);
  assert.equal(at(ioOf({ TERM: "linux" })), undefined);
});

test("a path by a plugin's rules leads nowhere; one below a root to its file", () => {
  const address = addresses(ioOf(), "auto", ["/nowhere", import.meta.dirname])!;
  assert.match(address({ ...place, absolute: "style.ts" })!, /\/core\/cli\/style\.ts$/);
  assert.equal(address({ ...place, absolute: "Packages/x/a.cs" }), undefined);
});

test("a link stands around its text, which is painted", async () => {
  const style = await createStyle(ioOf({ NO_COLOR: "1" }), { hyperlink: "cursor" });
  assert.equal(style.link("x", place), "\x1b]8;;cursor://file/work/a%20b.ts:3:7\x1b\\x\x1b]8;;\x1b\\");
  assert.equal(style.link("x", undefined), "x");
});

test("a dumb terminal is known by its name", () => {
  assert.ok(isDumb(ioOf({ TERM: "dumb" })));
  assert.ok(!isDumb(ioOf({ TERM: "xterm" })));
});
