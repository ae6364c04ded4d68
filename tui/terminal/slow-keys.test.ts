/** Tests key sequences in pieces, at made-up times. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSlowKeys, ESCAPE_HOLD } from "./slow-keys.ts";

const ESC = "\u001b";

/** Pieces with the ms since the one before. */
function typed(...pieces: (readonly [after: number, text: string])[]) {
  let now = 0;
  const seen: string[] = [];
  const keys = createSlowKeys({
    onEscape: () => seen.push("<escape>"),
    type: (text) => seen.push(text),
    now: () => now,
  });
  for (const [after, text] of pieces) {
    now += after;
    const passed = keys.filter(text);
    if (passed !== "") seen.push(passed);
  }
  keys.close();
  return seen;
}

test("an arrow in two or three pieces is an arrow", () => {
  assert.deepEqual(typed([0, ESC], [100, "[A"]), [`${ESC}[A`]);
  assert.deepEqual(typed([0, ESC], [100, "["], [100, "A"]), [`${ESC}[A`]);
  assert.deepEqual(typed([0, `${ESC}[1`], [400, ";3C"]), [`${ESC}[1;3C`]);
  assert.deepEqual(typed([0, `pear${ESC}`], [100, "[Bx"]), ["pear", `${ESC}[Bx`]);
});

test("Escape and a letter are two keys, unless they arrive together", () => {
  assert.deepEqual(typed([0, ESC], [40, "x"]), ["<escape>", "x"]);
  assert.deepEqual(typed([0, ESC], [5, "x"]), [`${ESC}x`]);
  assert.deepEqual(typed([0, ESC], [40, ESC], [40, "O"]), ["<escape>", "<escape>", "O"]);
});

test("pasted text is left alone", () => {
  assert.deepEqual(typed([0, `${ESC}[200~a${ESC}`], [300, `[A${ESC}[201~`]), [`${ESC}[200~a${ESC}`, `[A${ESC}[201~`]);
});

test("a lone Escape acts by itself, and a rest that arrives even later is still no text", async () => {
  const seen: string[] = [];
  const acted = new Promise<void>((resolve) => {
    const keys = createSlowKeys({
      onEscape() {
        seen.push("<escape>");
        resolve();
      },
      type: () => {},
      now: () => performance.now(),
    });
    seen.push(keys.filter(ESC));
    void new Promise((later) => setTimeout(later, ESCAPE_HOLD * 2)).then(() => seen.push(keys.filter("[A")));
  });
  await acted;
  assert.deepEqual(seen, ["", "<escape>"]);
  while (seen.length < 3) await new Promise((later) => setTimeout(later, 10));
  assert.equal(seen[2], `${ESC}[A`);
});
