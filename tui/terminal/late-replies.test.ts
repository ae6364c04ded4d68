/** Tests that replies of the terminal never become text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createReplyFilter } from "./late-replies.ts";

const REPLIES = [
  "\u001b]11;rgb:0000/0000/0000\u0007",
  "\u001b]4;1;rgb:ffff/0000/0000\u001b\\",
  "\u001bP>|xterm(370)\u001b\\",
  "\u001bP1+r544e=787465726d\u001b\\",
  "\u001b[M !!",
];

test("replies are dropped, whole or in two parts", () => {
  for (const reply of REPLIES) {
    assert.equal(createReplyFilter()(`a${reply}b`), "ab", JSON.stringify(reply));
    // A lone escape, and one with a single character, may be keys.
    for (let at = 3; at < reply.length; at++) {
      const filter = createReplyFilter();
      assert.equal(
        filter(`a${reply.slice(0, at)}`) + filter(`${reply.slice(at)}b`),
        "ab",
        `${at} of ${JSON.stringify(reply)}`,
      );
    }
  }
});

test("keys and text stay", () => {
  const filter = createReplyFilter();
  for (const keys of ["\u001b", "\u001b[A", "\u001b[1;5C", "\u001bOP", "\u001b]", "\u001bP", "New", "\u001b[<0;3;4M"])
    assert.equal(filter(keys), keys);
});

test("what begins as a reply and does not end is given back", () => {
  const filter = createReplyFilter();
  assert.deepEqual(["\u001b]1", "2", "3", "4"].map(filter), ["", "", "", "\u001b]1234"]);
});
