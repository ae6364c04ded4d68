/** A third-party grammar that hangs. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { runJig, scratch, startJig } from "../jig.ts";
import { SOON_MS } from "../soon.ts";
import { guestPlugin } from "./guest-plugin.ts";
import { ask, places, SOURCES } from "./toy-language.ts";

test("a grammar that hangs costs its file, which is named and not tried again", () => {
  const root = scratch({ "a.toy": "function add() end\n", "hang.toy": "function two() end^\n", "z.toy": "add()\n" });
  const args = ["call", "code_refs_find", '{"name": "add"}', "--as", "json", "--plugins", guestPlugin()];
  const ask = () => JSON.parse(runJig(args, { cwd: root }).stdout);
  const found = ask();
  assert.equal(found.total, 2);
  assert.match(found.unread, /1 unreadable, or too slow for the grammar \(hang\.toy\)/);
  const start = performance.now();
  assert.deepEqual(ask(), found);
  assert.ok(performance.now() - start < 9_000, "it is not tried again");
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
