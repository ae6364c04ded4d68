/** Third-party languages in the compiled binary: detected, indexed and bound like built-in ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { guestPlugin } from "./guest-plugin.ts";
import { ask, places, SOURCES } from "./toy-language.ts";

test("declarations of a plugin's language are found by name, and its files have outlines and a map", () => {
  const root = scratch(SOURCES);
  const plugin = guestPlugin();
  const { results } = ask(root, plugin, "code_symbol_find", { name: "add" });
  assert.deepEqual(
    results.map(({ symbol_path, signature, line, column, documentation }) => [
      ...[symbol_path, signature, line, column, documentation],
    ]),
    [
      ["a.toy#add", "function add(x, y)", 3, 10, "Adds."],
      ["c.py#add", "def add()", 1, 5, undefined],
    ],
  );
  const outline = ask(root, plugin, "code_outline", { path: "a.toy" });
  assert.deepEqual(
    outline.symbols.map(({ name }) => name),
    ["add", "sell"],
  );
  const map = ask(root, plugin, "code_outline", { path: "." });
  assert.deepEqual(map.symbols.length, 4);
});

test("without scopes every place of a name is possible, and the answer says so", () => {
  const root = scratch(SOURCES);
  const plugin = guestPlugin({ locals: undefined });
  const found = ask(root, plugin, "code_refs_find", { name: "a.toy#add" });
  assert.deepEqual(places(found), [
    ...["a.toy:3:10 declaration", "a.toy:7:30 call?", "b.toy:1:1 call?", "b.toy:2:16 read?", "b.toy:2:28 read?"],
  ]);
  assert.match(found.level ?? "", /Toy are found by name only/);
});

test("a grammar that crashes costs its file, which is named and not tried again", () => {
  const root = scratch({ ...SOURCES, "crash.toy": "function one() end~\n" });
  const plugin = guestPlugin();
  const found = ask(root, plugin, "code_symbol_find", { name: "add" });
  assert.equal(found.results.length, 2);
  assert.match(found.unread ?? "", /1 unreadable, or too slow for the grammar \(crash\.toy\)/);
  const outline = ask(root, plugin, "code_outline", { path: "crash.toy" });
  assert.match(JSON.stringify(outline), /toy\.wasm crashed/);
});
