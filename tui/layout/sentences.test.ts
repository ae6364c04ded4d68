/** Tests which sentences count as questions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sentenceOf } from "./sentences.ts";

test("questions about the folder lead to rows of the overview", () => {
  const tags = {
    "where does it start?": "start",
    "entry points": "start",
    "what is big": "large",
    "what is the largest file": "large",
    "what changed this week": "changed",
    "where are the tests": "test",
    todo: "todo",
    TODOs: "todo",
    "what languages": "language",
  };
  for (const [words, tag] of Object.entries(tags)) assert.deepEqual(sentenceOf(words), { about: "folder", tag }, words);
});

test("questions about a name lead to it, or to a jump from it", () => {
  const about = (name: string, rel?: string) => ({ about: "symbol", name, ...(rel ? { rel } : {}) });
  assert.deepEqual(sentenceOf("who calls New"), about("New", "callers"));
  assert.deepEqual(sentenceOf("callers of Parse?"), about("Parse", "callers"));
  assert.deepEqual(sentenceOf("where is Config declared"), about("Config"));
  assert.deepEqual(sentenceOf("where is the Config"), about("Config"));
  assert.deepEqual(sentenceOf("Where  is Config used"), about("Config", "references"));
  assert.deepEqual(sentenceOf("what implements IShop"), about("IShop", "derived"));
});

test("other words are searched as they are", () => {
  for (const words of ["", "where", "todo.md", "who calls", "test", "where are", "config loader", "what is", "New"])
    assert.equal(sentenceOf(words), undefined, words);
});
