/** Tests the names of keys that Ink reports, including several keys in one read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Key } from "ink";
import { keyLabel, keyPresses, withFunctionKeys } from "./key-names.ts";

const names = (input: string, key: Partial<Key> = {}) => keyPresses(input, key as Key).map(({ name }) => name);

test("keyPresses() names keys and modifiers", () => {
  assert.deepEqual(names("p", { ctrl: true }), ["ctrl+p"]);
  assert.deepEqual(names("", { tab: true, shift: true }), ["shift+tab"]);
  assert.deepEqual(names("", { leftArrow: true, meta: true }), ["alt+left"]);
  assert.deepEqual(names("", { escape: true, meta: true }), ["escape"]);
  assert.deepEqual(names("G", { shift: true }), ["G"]);
  for (const sent of ["\u001bOP", "\u001b[11~", "\u001b[[A"]) assert.equal(withFunctionKeys(`a${sent}b`), "a\u001b?b");
  assert.deepEqual(names("?", { meta: true }), ["f1"]);
});

test("keyPresses() takes apart what one read holds", () => {
  assert.deepEqual(names("ab\r\u000fc\t"), ["a", "b", "enter", "ctrl+o", "c", "tab"]);
  assert.deepEqual(names(" "), ["space"]);
  assert.deepEqual(
    keyPresses("é", {} as Key).map(({ text }) => text),
    ["é"],
  );
});

test("keyLabel() is what people read", () => {
  assert.equal(keyLabel("ctrl+p"), "^p");
  assert.equal(keyLabel("shift+tab"), "⇧tab");
  assert.equal(keyLabel("enter"), "⏎");
  assert.equal(keyLabel("+"), "+");
  assert.equal(keyLabel("f1"), "F1");
});
