/** Several rounds of edits are combined into edits of the original text, without touching anything else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EditedText } from "./edited-text.ts";

function applied(original: string, edits: { start: number; end: number; text: string }[]): string {
  return edits.reduceRight(
    (text, { start, end, text: next }) => text.slice(0, start) + next + text.slice(end),
    original,
  );
}

test("rounds on top of one another, insertions at one place in their order", () => {
  const text = new EditedText("one\ntwo\nthree\n");
  text.apply([
    { start: 4, end: 4, text: "a\n" },
    { start: 4, end: 4, text: "b\n" },
    { start: 8, end: 13, text: "3" },
  ]);
  assert.equal(text.text, "one\na\nb\ntwo\n3\n");
  text.apply([{ start: 4, end: 6, text: "" }]);
  assert.equal(text.text, "one\nb\ntwo\n3\n");
  assert.deepEqual(text.edits(), [
    { start: 4, end: 4, text: "b\n" },
    { start: 8, end: 13, text: "3" },
  ]);
});

test("what comes back to what it was is no edit; shared ends are left out, pairs stay whole", () => {
  const back = new EditedText("speed: 5\n");
  back.apply([{ start: 7, end: 8, text: "7" }]);
  back.apply([{ start: 7, end: 8, text: "5" }]);
  assert.deepEqual(back.edits(), []);
  const emoji = new EditedText("a \u{1f600} b");
  emoji.apply([{ start: 0, end: 6, text: "a \u{1f601} b" }]);
  assert.deepEqual(emoji.edits(), [{ start: 2, end: 4, text: "\u{1f601}" }]);
});

test("many random rounds give the same text as the edits that remain", () => {
  let seed = 42;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 50; round++) {
    const edited = new EditedText("abcdefghij\n".repeat(20));
    for (let each = 0; each < 10; each++) {
      const start = random(edited.text.length + 1);
      const end = Math.min(edited.text.length, start + random(12));
      edited.apply([{ start, end, text: "xyz".repeat(random(3)) }]);
    }
    assert.equal(applied(edited.original, edited.edits()), edited.text);
  }
});
