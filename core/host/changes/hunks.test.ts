/** Hunks are verified with an independent diff parser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { applyPatch } from "diff";
import type { TextEdit } from "../contract/changes.ts";
import { applyEdits, editsTo, orderedEdits } from "./edits.ts";
import { hunksOf } from "./hunks.ts";

/** Deterministic random numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

function randomText(next: (below: number) => number): string {
  const end = next(2) === 0 ? "\n" : "\r\n";
  const lines = Array.from({ length: next(40) }, () => "abcde ".repeat(next(3)) + next(4));
  return lines.join(end) + (next(2) === 0 ? end : "");
}

function randomEdits(text: string, next: (below: number) => number): TextEdit[] {
  const places = Array.from({ length: 2 * (1 + next(5)) }, () => next(text.length + 1)).sort((a, b) => a - b);
  const edits: TextEdit[] = [];
  for (let at = 0; at < places.length; at += 2) {
    const [start, end] = [places[at]!, next(3) === 0 ? places[at]! : places[at + 1]!];
    edits.push({ start, end, text: ["", "x", "x\n", "\n", "new\nlines\n", "y\nz"][next(6)]! });
  }
  return edits;
}

const patchOf = (hunks: readonly { text: string }[]) => `--- a\n+++ b\n${hunks.map(({ text }) => text).join("\n")}\n`;
const lf = (text: string) => text.replaceAll("\r\n", "\n");

test("a reader of unified diffs makes the same text of them, for random edits", () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const next = numbers(seed);
    const text = lf(randomText(next));
    const edits = orderedEdits(text, randomEdits(text, next), "\n", "f");
    const changed = applyEdits(text, edits);
    const hunks = hunksOf(text, edits);
    if (hunks.length === 0) assert.equal(changed, text, `seed ${seed}`);
    else assert.equal(applyPatch(text, patchOf(hunks), { autoConvertLineEndings: false }), changed, `seed ${seed}`);
    // A single hunk only applies its own edits.
    const which = hunks[next(Math.max(1, hunks.length))];
    if (!which) continue;
    const some = edits.filter((_, index) => which.edits.includes(index));
    assert.deepEqual(
      hunksOf(text, some).map((hunk) => hunk.insertions - hunk.deletions),
      [which.insertions - which.deletions],
    );
  }
});

test("a whole text becomes edits of its lines, with the file's line ends and final newline", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const next = numbers(seed);
    const [old, wanted] = [randomText(next), lf(randomText(next))];
    const newline = old.includes("\r\n") ? "\r\n" : "\n";
    const changed = applyEdits(old, editsTo(old, wanted, newline));
    assert.equal(lf(changed).replace(/\n$/, ""), old === "" ? wanted.replace(/\n$/, "") : wanted.replace(/\n$/, ""));
    if (newline === "\r\n") assert.ok(!/[^\r]\n/.test(changed), `seed ${seed}`);
    if (old !== "" && changed !== "" && !/\n$/.test(wanted.replace(/\n$/, "")))
      assert.equal(changed.endsWith("\n"), old.endsWith("\n"), `seed ${seed}`);
  }
});

test("a change in a long line is shown around the change", () => {
  const text = `${"a".repeat(5000)}B${"c".repeat(5000)}\n`;
  const [hunk] = hunksOf(text, [{ start: 5000, end: 5001, text: "X" }]);
  const lines = hunk!.text.split("\n");
  assert.equal(lines[1], `-…[4900]${"a".repeat(100)}B${"c".repeat(399)}…[4601]`);
  assert.equal(lines[2], `+…[4900]${"a".repeat(100)}X${"c".repeat(399)}…[4601]`);
});

test("edits that overlap, leave the text or split a character are refused", () => {
  const refused = (edits: TextEdit[], what: RegExp) =>
    assert.throws(() => orderedEdits("a😀b", edits, "\n", "f"), { code: "INVALID_ARGUMENT", message: what });
  refused([{ start: 0, end: 9, text: "" }], /range 0-9/);
  refused([{ start: 2, end: 2, text: "" }], /splits/);
  refused([{ start: 0, end: 1, text: "\ud83d" }], /splits/);
  refused(
    [
      { start: 0, end: 3, text: "" },
      { start: 1, end: 3, text: "" },
    ],
    /overlaps/,
  );
});
