/** Tests the words of a sentence, and the order of their rows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../../core/host/frontend-api.ts";
import { rowsOfRarest, searchWords } from "./rarest-word.ts";

const row = (text: string): Row => ({ text });

test("words that say nothing are left out, as are queries with operators", () => {
  assert.deepEqual(searchWords("how does it parse the config?"), ["config", "parse"]);
  assert.deepEqual(searchWords("config"), []);
  assert.deepEqual(searchWords("*.ts !test"), []);
});

test("rows of the rarest word, those with the other words first", () => {
  const words = ["config", "parse"];
  const found = [
    [row("config a"), row("config b"), row("config c")],
    [row("parse x"), row("parse the config")],
  ];
  assert.deepEqual(
    rowsOfRarest(words, found).map(({ text }) => text),
    ["parse the config", "parse x"],
  );
  assert.deepEqual(
    rowsOfRarest(words, [[row("config a")], []]).map(({ text }) => text),
    ["config a"],
  );
  assert.deepEqual(rowsOfRarest(words, [[], []]), []);
});
