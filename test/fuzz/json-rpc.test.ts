/** Fuzzes `jig mcp` with bytes: each line gets a response or a JSON-RPC error, and the process stays alive. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { fuzz, mutated, TIMEOUT_MS } from "./fuzz.ts";

let mcp: McpProcess;
let pings = 0;

before(async () => {
  mcp = new McpProcess(["--root", scratch({ "a.txt": "needle\n" })]);
  await mcp.initialize();
});

after(async () => {
  assert.equal((await mcp.end()).code, 0);
});

/** Checks that all output lines are valid JSON-RPC messages, then clears them. */
function checkReceived(): void {
  for (const message of mcp.received.splice(0)) {
    assert.equal(message.jsonrpc, "2.0");
    if (message.method !== undefined) continue;
    assert.ok("id" in message && "result" in message !== "error" in message, JSON.stringify(message));
    if (message.error) {
      assert.ok(Number.isInteger(message.error.code) && typeof message.error.message === "string");
      assert.notEqual(message.error.code, -32603, JSON.stringify(message));
    }
  }
}

const FRAMES = [
  { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_content", arguments: { query: "needle" } } },
  { jsonrpc: "2.0", id: "a", method: "tools/list", params: { cursor: "x" } },
  {
    jsonrpc: "2.0",
    id: 2,
    method: "initialize",
    params: { protocolVersion: "1900-01-01", capabilities: {}, clientInfo: {} },
  },
  { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, reason: "no" } },
  { jsonrpc: "2.0", id: 3, method: "prompts/get", params: { name: "x", arguments: { a: "b" } } },
  {
    jsonrpc: "2.0",
    id: 4,
    method: "server/discover",
    params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } },
  },
  { jsonrpc: "2.0", id: 5, result: {} },
].map((frame) => JSON.stringify(frame));

test("lines that were messages once", { timeout: TIMEOUT_MS }, async () => {
  const spices = [
    '"id":',
    "null",
    "{}",
    "[]",
    '"',
    "}",
    "{",
    "1e999",
    "-0",
    "\\u0000",
    '"__proto__":{"x":1},',
    "[".repeat(2000),
    "true",
    ",",
  ];
  await fuzz([fc.array(mutated(FRAMES, spices), { minLength: 1, maxLength: 20 })], async (lines) => {
    for (const line of lines) mcp.write(line);
    const { result } = await mcp.ask(`ping ${pings++}`, "ping");
    assert.deepEqual(result, {});
    checkReceived();
  });
});

test("any JSON as a message, any bytes as a line", { timeout: TIMEOUT_MS }, async () => {
  const message = fc.record(
    {
      jsonrpc: fc.constantFrom("2.0", "1.0", 2),
      id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.double(), fc.object()),
      method: fc.oneof(
        fc.constantFrom("ping", "tools/call", "tools/list", "initialize", "constructor", "__proto__"),
        fc.string(),
      ),
      params: fc.oneof(fc.object({ maxDepth: 4 }), fc.array(fc.jsonValue()), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  const line = fc.oneof(
    message.map((value) => JSON.stringify(value)),
    fc.array(message).map((value) => JSON.stringify(value)),
    fc.string({ unit: "binary" }),
  );
  await fuzz([fc.array(line, { maxLength: 20 })], async (lines) => {
    for (const each of lines) mcp.write(each.replaceAll("ping ", ""));
    assert.deepEqual((await mcp.ask(`ping ${pings++}`, "ping")).result, {});
    checkReceived();
  });
});
