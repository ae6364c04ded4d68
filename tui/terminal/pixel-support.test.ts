/**
 * Tests that terminals that can show pictures in pixels are recognized by their replies, which must not be taken for
 * keys.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPixelSupport, type PictureSetting } from "./pixel-support.ts";

const KITTY = "\u001b_Gi=31;OK\u001b\\";
const CELL = "\u001b[6;20;10t";
const VT340 = "\u001b[?63;1;2;4;6;9;15;22c";
const XTERM = "\u001b[?64;1;2;6;9;15;18;21;22c";

const open = (env: Record<string, string> = {}, setting: PictureSetting = "auto") =>
  createPixelSupport(setting, { TERM: "xterm-256color", ...env }, { columns: 140, rows: 45 }, () => {});
const after = (answers: string, env: Record<string, string> = {}, setting?: PictureSetting) => {
  const terminal = open(env, setting);
  assert.equal(terminal.filter(answers), "");
  const shown = terminal.pixels();
  return shown && `${shown.protocol} ${shown.cell.width}×${shown.cell.height}`;
};

test("kitty's graphics before sixels, sixels before characters", () => {
  assert.equal(after(KITTY + CELL + VT340), "kitty 10×20");
  assert.equal(after(CELL + VT340), "sixel 10×20");
  assert.equal(after(VT340 + CELL), "sixel 10×20");
  assert.equal(after(CELL + XTERM), undefined);
  assert.equal(after("\u001b[?4c"), undefined, "the class of a terminal is none of its abilities");
  assert.equal(after(`\u001b_Gi=31;ENOTSUPPORTED:x\u001b\\${CELL}${XTERM}`), undefined);
  assert.equal(after(KITTY + VT340), undefined, "nobody knows how large a character is");
  assert.equal(after(`\u001b[?2;0;1000;675S${VT340}`), "sixel 7×15", "xterm, which says no more than 1000 pixels");
  assert.equal(after(`\u001b[?2;0;1000;675S${CELL}${VT340}`), "sixel 10×20");
  for (const none of ["\u001b[?2;3;0S", "\u001b[?2;0;0;0S", "\u001b[?2;0S"])
    assert.equal(after(none + VT340), undefined);
  for (const size of ["0;10", "20;0", "9999;9999"]) assert.equal(after(`${KITTY}\u001b[6;${size}t`), undefined, size);
});

test("answers are taken out of the keys, cut in two or in the middle of typing", () => {
  const terminal = open();
  assert.equal(terminal.filter(`a${KITTY}b`), "ab");
  assert.equal(terminal.filter("c\u001b[6;2"), "c");
  assert.equal(terminal.filter("0;10t\u001b[?63;"), "");
  assert.equal(terminal.filter("4cd"), "d");
  assert.equal(terminal.pixels()?.protocol, "kitty");
  // The sequences of keys are not removed.
  for (const key of ["\u001b", "\u001b[A", "\u001b[6~", "\u001b[6;5~", "\u001b_", "\u001b[?0u", "\u001b[<0;3;4M"])
    assert.equal(terminal.filter(key), key, JSON.stringify(key));
});

test("nobody is asked, and nothing believed, without colours, on a dumb terminal, or where blocks are wished for", () => {
  for (const [env, setting] of [
    [{ NO_COLOR: "1" }, "auto"],
    [{ NO_COLOR: "1" }, "kitty"],
    [{ TERM: "dumb" }, "sixel"],
    [{}, "blocks"],
  ] as const) {
    assert.equal(open(env, setting).questions, "");
    assert.equal(open(env, setting).sizeQuestion, "");
    assert.equal(after(KITTY + CELL + VT340, env, setting), undefined);
  }
});

test("inside tmux and screen no kitty, and no question that would become a title; sixels where they say so", () => {
  for (const env of [{ TMUX: "/tmp/x,1,0" }, { STY: "1.x" }, { TERM: "tmux-256color" }, { TERM: "screen" }]) {
    assert.ok(!open(env as Record<string, string>).questions.includes("_G"));
    assert.equal(after(`${CELL}\u001b[?1;2;4c`, env as Record<string, string>), "sixel 10×20");
    assert.equal(after(CELL, env as Record<string, string>, "kitty"), undefined);
  }
  assert.ok(open().questions.startsWith("\u001b_G"));
  for (const env of [{ TERM: "linux" }, { TERM_PROGRAM: "Apple_Terminal" }])
    assert.ok(!open(env as Record<string, string>).questions.includes("_G"), "they would type it");
});

test("a setting decides without an answer, and an answer then says the size", () => {
  assert.equal(after("", {}, "sixel"), "sixel 6×12");
  assert.equal(after(CELL + XTERM, {}, "sixel"), "sixel 10×20");
  assert.equal(after(CELL, {}, "kitty"), "kitty 10×20");
  assert.equal(after(KITTY + CELL, {}, "sixel"), "sixel 10×20");
});
