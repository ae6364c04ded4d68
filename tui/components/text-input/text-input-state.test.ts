/** Typing: the keys of readline, over graphemes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawInput } from "./text-input.ts";
import { editKey, insert, type TextState, textOfInput } from "./text-input-state.ts";

function typed(start: string | TextState, ...keys: string[]): string {
  const state = keys.reduce<TextState>(
    (text, key) => editKey(key)?.(text) ?? insert(text, key),
    typeof start === "string" ? textOfInput(start) : start,
  );
  return `${state.text.slice(0, state.caret)}|${state.text.slice(state.caret)}`;
}

test("keys move and delete as in a shell", () => {
  assert.equal(typed("hello", "left", "left", "X"), "helX|lo");
  assert.equal(typed("hello", "home", "delete", "end", "backspace"), "ell|");
  assert.equal(typed("one two  three", "ctrl+w"), "one two  |");
  assert.equal(typed("one two ", "ctrl+w", "ctrl+w"), "|");
  assert.equal(typed("a.b.c", "alt+left", "ctrl+k"), "a.b.|");
  assert.equal(typed("abc", "ctrl+a", "right", "ctrl+u"), "|bc");
});

test("a grapheme is one step", () => {
  assert.equal(typed("a👩‍👩‍👧", "backspace"), "a|");
  assert.equal(typed("é!", "left", "backspace"), "|!");
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
