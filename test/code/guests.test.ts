/** Third-party languages in the compiled binary: detected, indexed and bound like built-in ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { guestPlugin } from "./guest-plugin.ts";

const SOURCES = {
  "a.toy":
    "-- Adds.\n-- Twice.\nfunction add(x, y)\n  local sum = x\n  return sum\nend\nfunction shop.sell(x) return add(x, 1) end\n",
  "b.toy": "add(1, 2)\nfunction other(add) return add end\nshop.sell(3)\n",
  "c.py": "def add(): pass\n",
};

interface Found {
  results: { symbol_path: string; signature: string; line: number; column: number; documentation?: string }[];
  uses: { path: string; line: number; column: number; kind: string; certainty: string }[];
  declarations: { symbol_path: string; certain: number; possible: number }[];
  symbols: { name: string }[];
  other: number;
  unread?: string;
  level?: string;
}

function ask(root: string, plugin: string, tool: string, input: object): Found {
  const args = ["call", tool, JSON.stringify(input), "--as", "json", "--plugins", plugin];
  return JSON.parse(runJig(args, { cwd: root }).stdout);
}

function places({ uses }: Found): string[] {
  return uses.map(
    ({ path, line, column, kind, certainty }) =>
      `${path}:${line}:${column} ${kind}${certainty === "possible" ? "?" : ""}`,
  );
}

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

test("uses in a plugin's language are certain by its scopes, and by where declarations are seen", () => {
  const root = scratch(SOURCES);
  const found = ask(root, guestPlugin(), "code_refs_find", { name: "a.toy#add" });
  assert.deepEqual(places(found), ["a.toy:3:10 declaration", "a.toy:7:30 call", "b.toy:1:1 call"]);
  assert.equal(found.other, 2);
  const inFile = ask(root, guestPlugin({ seen: "file" }), "code_refs_find", { name: "a.toy#add" });
  assert.deepEqual(places(inFile), ["a.toy:3:10 declaration", "a.toy:7:30 call", "b.toy:1:1 call?"]);
  const member = ask(root, guestPlugin(), "code_refs_find", { name: "sell" });
  assert.deepEqual(places(member), ["a.toy:7:15 declaration", "b.toy:3:6 read?"]);
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
