/** Tests the keys of readline in text with graphemes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawInput } from "./text-input.ts";
import { edited, insert, type TextEdit, type TextState, textOfInput } from "./text-input-state.ts";

function typed(start: string, ...edits: (TextEdit | { text: string })[]): string {
  const state = edits.reduce<TextState>(
    (text, edit) => (typeof edit === "string" ? edited(text, edit) : insert(text, edit.text)),
    textOfInput(start),
  );
  return `${state.text.slice(0, state.caret)}|${state.text.slice(state.caret)}`;
}

test("keys move and delete as in a shell", () => {
  assert.equal(typed("hello", "left", "left", { text: "X" }), "helX|lo");
  assert.equal(typed("hello", "start", "cut-right", "end", "cut-left"), "ell|");
  assert.equal(typed("one two  three", "cut-word"), "one two  |");
  assert.equal(typed("one two ", "cut-word", "cut-word"), "|");
  assert.equal(typed("a.b.c", "word-left", "cut-to-end"), "a.b.|");
  assert.equal(typed("abc", "start", "right", "cut-to-start"), "|bc");
});

test("a grapheme is one step", () => {
  assert.equal(typed("a👩‍👩‍👧", "cut-left"), "a|");
  assert.equal(typed("é!", "left", "cut-left"), "|!");
});

test("the caret stays in sight, what is cut is marked", () => {
  const shown = (state: TextState, width: number) =>
    drawInput(state, width)
      .map(({ text }) => text)
      .join("");
  assert.equal(shown(textOfInput("short"), 10), "short▏");
  assert.equal(shown(textOfInput("a long line of text"), 10), "… of text▏".slice(-10));
  assert.equal(shown({ text: "a long line", caret: 0 }, 8), "▏a long…");
});
