/** References and templates within a row. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fillTemplate, numberAt, plainText, resolveReference, type Scope, textAt } from "./reference.ts";
import type { AnswerRow } from "./row.ts";

const source = { at: "/rows" };
const top: AnswerRow = { source, value: { name: "top" } };
const unnamed: AnswerRow = { source, value: {}, parent: top };
const parent: AnswerRow = { source, value: { name: "mid" }, parent: unnamed };

const scope: Scope = {
  answer: { paths: ["a", "b"], by: { "x/y": "slashed", "": "empty" }, total: 3 },
  input: { query: "q" },
  row: {
    id: 1,
    name: "low",
    list: [{ n: "one" }, { n: "" }, { n: "two" }],
    key: "x/y",
    text: "t",
    none: null,
    deep: { at: 0 },
  },
  key: "k",
  group: { name: "g" },
  parent,
};
const at = (reference: string) => resolveReference(reference, scope);

test("a reference names a value of the row, the answer, its group, its key or the call", () => {
  assert.equal(at("/id"), 1);
  assert.deepEqual(at(""), scope.row);
  assert.equal(at("#/total"), 3);
  assert.equal(at("^"), "k");
  assert.equal(at("^/name"), "g");
  assert.equal(at("@query"), "q");
  for (const none of ["/nothing", "#/nothing", "^/nothing", "@nothing", "@toString", "/id/deeper"])
    assert.equal(at(none), undefined, none);
  assert.equal(resolveReference(undefined, scope), undefined);
  assert.equal(resolveReference("^/name", { ...scope, group: undefined }), undefined);
});

test("rows above are joined by slashes from the root down, but for those without a value", () => {
  assert.equal(at("//name"), "top/mid/low");
  assert.equal(at("//nothing"), undefined);
  assert.equal(resolveReference("//name", { ...scope, parent: undefined }), "low");
});

test("another reference becomes a step, and a missing one takes the whole with it", () => {
  assert.equal(at("#/paths/{/id}"), "b");
  assert.equal(at("#/by/{/key}"), "slashed");
  assert.equal(at("#/by/{/none}"), undefined);
  assert.equal(at("#/paths/{/deep/at}"), "a");
});

test("a star joins all items, of a list or a map, that have a value", () => {
  assert.equal(at("/list/*/n"), "one, two");
  assert.equal(at("#/paths/*"), "a, b");
  assert.equal(at("#/by/*"), "slashed, empty");
  assert.equal(at("/list/*/nothing"), undefined);
  assert.equal(at("/text/*"), undefined);
});

test("a template is filled, and is nothing where none of its references has a value", () => {
  assert.equal(fillTemplate("{/name} of {#/paths/{/id}}, {/none}!", scope), "low of b, !");
  assert.equal(fillTemplate("{/none}{/nothing}", scope), undefined);
  assert.equal(fillTemplate("plain", scope), "plain");
  assert.equal(fillTemplate("", scope), "");
});

test("texts and numbers", () => {
  assert.deepEqual(
    [textAt("/name", scope), textAt("/none", scope), textAt(undefined, scope)],
    ["low", undefined, undefined],
  );
  assert.deepEqual([numberAt("/id", scope), numberAt("/deep/at", scope), numberAt("/name", scope)], [1, 0, undefined]);
  for (const value of [-1, 1.5, "1", null, 2 ** 60]) assert.equal(numberAt("", { ...scope, row: value }), undefined);
  assert.equal(numberAt(undefined, scope), undefined);
  assert.deepEqual([undefined, null, "s", 0, false, ["a", 1, true], [["a"]], { a: 1 }].map(plainText), [
    "",
    "",
    "s",
    "0",
    "false",
    "a, 1, true",
    '[["a"]]',
    '{"a":1}',
  ]);
});
