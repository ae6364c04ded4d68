/** Third-party languages in the compiled binary: detected, indexed and bound like built-in ones. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { runJig, scratch, startJig } from "../jig.ts";
import { SOON_MS } from "../soon.ts";
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

test("a grammar that changes is only used after a reload, for all files", { timeout: 2 * SOON_MS }, async () => {
  const root = scratch({ "a.toy": "function add(x) return x end\n" });
  const plugin = guestPlugin();
  const server = startJig(["mcp", "--root", root, "--plugins", plugin], { cwd: root });
  const answers = createInterface(server.stdout)[Symbol.asyncIterator]();
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let id = 0;
  const ask = async (method: string, params: object) => {
    send({ id: ++id, method, params });
    for (;;) {
      const { value, done } = await answers.next();
      assert.ok(!done);
      const answer = JSON.parse(value);
      if (answer.id === id) return answer.result;
    }
  };
  const kind = async () => {
    const input = { name: "code_symbol_find", arguments: { name: "add" } };
    const { content } = await ask("tools/call", input);
    return JSON.parse(content[0].text).results[0]?.kind;
  };
  const clientInfo = { name: "test", version: "1" };
  await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  send({ method: "notifications/initialized" });
  try {
    assert.equal(await kind(), "function");
    const tags = join(plugin, "tags.scm");
    writeFileSync(tags, readFileSync(tags, "utf8").replace("@definition.function", "@definition.struct"));
    // The process of the plugin still has the old queries, and what it reads now is not an answer of the new ones.
    assert.equal(await kind(), "function");
    runJig(["plugin", "reload"], { cwd: root });
    for (const end = Date.now() + SOON_MS; (await kind()) !== "struct"; await Bun.sleep(100))
      assert.ok(Date.now() < end, "the old declarations are still there");
  } finally {
    server.kill();
  }
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
