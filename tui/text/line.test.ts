/** Tests that lines are safe to display, fit their width and mark where they were cut. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clean } from "./clean.ts";
import { chop, cut, marked, pad, widthOf, wrap } from "./line.ts";

test("clean() removes what a terminal would obey", () => {
  assert.equal(clean("a\u001b[31mb\u001b[0m\u001b]0;title\u0007c"), "abc");
  assert.equal(clean("bell\u0007 \u0085\u009b31m nul\u0000"), "bell  nul");
  assert.equal(clean("\u202eright\u202c to \u2066left\u2069\u200e"), "right to left");
  assert.equal(clean("hidden\u{e0041}\u{e0042} tags\ufeff"), "hidden tags");
  assert.equal(clean("a\tb\r\nc"), "a    b⏎c");
});

test("clean() leaves emoji that every terminal counts alike", () => {
  assert.equal(clean("👩‍👩‍👧 👍🏽 ❤️"), "👩 👍 ❤");
});

test("cut() and pad() count columns, not units", () => {
  assert.equal(cut("hello", 5), "hello");
  assert.equal(cut("hello!", 5), "hell…");
  assert.equal(cut("日本語", 4), "日…");
  assert.equal(widthOf(pad("日本", 6)), 6);
  assert.equal(pad("7", 3, "right"), "  7");
  assert.equal(cut("anything", 0), "");
});

test("wrap() breaks at words, keeps indentation, and chops what is too long", () => {
  assert.deepEqual(wrap("  one two three", 8), ["  one", "two", "three"]);
  assert.deepEqual(wrap("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
  assert.deepEqual(wrap("a\n\nb", 10), ["a", "", "b"]);
  assert.deepEqual(wrap("x", 0), []);
});

test("chop() never splits a wide character", () => {
  assert.deepEqual(chop("日本語", 3), ["日", "本", "語"]);
  assert.deepEqual(chop("abcdef", 4), ["abcd", "ef"]);
});

test("marked() lights up spans, whatever their order, and survives wrong ones", () => {
  assert.deepEqual(
    marked("a plum here", [[2, 6]]).map(({ text, tone }) => [text, tone]),
    [
      ["a ", "plain"],
      ["plum", "mark"],
      [" here", "plain"],
    ],
  );
  const wrong = marked("short", [
    [3, 99],
    [-5, 1],
  ]);
  assert.equal(wrong.map(({ text }) => text).join(""), "short");
});
