/** Tests parsing the history that git prints. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHistory } from "./recent-files.ts";

test("each file is there once, with its newest commit", () => {
  const log = "\x01200\x02second one\0\na.ts\0b c.ts\0\x01100\x02first\0\na.ts\0d.ts\0";
  assert.deepEqual(parseHistory(log, 9), [
    { path: "a.ts", changed: 200_000, subject: "second one" },
    { path: "b c.ts", changed: 200_000, subject: "second one" },
    { path: "d.ts", changed: 100_000, subject: "first" },
  ]);
  assert.equal(parseHistory(log, 2).length, 2);
  assert.deepEqual(parseHistory("", 9), []);
  assert.deepEqual(parseHistory("\x01100\x02a merge without files\0", 9), []);
});
