/** Revision headers: recognition, consistency, status codes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { HEADER_MISMATCH, INVALID_PARAMS, METHOD_NOT_FOUND, UNSUPPORTED_VERSION } from "../mcp/server.ts";
import { headerMismatch, isStateless, statusOf } from "./revision-headers.ts";

const VERSION = "2026-07-28";
const META = { "io.modelcontextprotocol/protocolVersion": VERSION };
const call = { jsonrpc: "2.0" as const, id: 7, method: "tools/call", params: { name: "écho", _meta: META } };
const plain = { jsonrpc: "2.0" as const, id: 7, method: "tools/list" };
const agreeing = {
  "mcp-protocol-version": VERSION,
  "mcp-method": "tools/call",
  "mcp-name": `=?base64?${Buffer.from("écho").toString("base64")}?=`,
};

test("a message is stateless by its own claim, or by the header", () => {
  assert.ok(isStateless(call, {}));
  assert.ok(isStateless(plain, { "mcp-protocol-version": VERSION }));
  assert.ok(isStateless({ jsonrpc: "2.0", method: "notifications/x" }, { "mcp-protocol-version": VERSION }));
  assert.ok(!isStateless(plain, { "mcp-protocol-version": "2025-11-25" }));
  assert.ok(!isStateless(plain, {}));
  assert.ok(!isStateless({ jsonrpc: "2.0", id: 1, result: {} }, {}));
});

test("headers that agree pass, wrapped or plain, with blanks around them", () => {
  assert.equal(headerMismatch(call, agreeing), undefined);
  const ascii = { ...call, params: { ...call.params, name: "echo" } };
  assert.equal(headerMismatch(ascii, { ...agreeing, "mcp-name": " echo " }), undefined);
  assert.equal(headerMismatch(ascii, { ...agreeing, "mcp-name": "=?base64?ZWNobw==?=" }), undefined);
});

test("a header that is missing, another or given twice is named", () => {
  for (const [header, value] of [
    ["mcp-protocol-version", undefined],
    ["mcp-method", "tools/list"],
    ["mcp-name", "echo"],
    ["mcp-name", ["écho", "écho"]],
    ["mcp-name", "=?base64?not base64?="],
  ] as const) {
    const wrong = headerMismatch(call, { ...agreeing, [header]: value as string });
    assert.deepEqual(wrong, {
      jsonrpc: "2.0",
      id: 7,
      error: { code: HEADER_MISMATCH, message: `Header mismatch: ${header} must equal the value in the message` },
    });
  }
});

test("only what the message says is compared: a uri for a resource, nothing of a notification", () => {
  const read = { jsonrpc: "2.0" as const, id: 1, method: "resources/read", params: { uri: "answer:x" } };
  assert.equal(headerMismatch(read, { "mcp-method": "resources/read", "mcp-name": "answer:x" }), undefined);
  assert.ok(headerMismatch(read, { "mcp-method": "resources/read" }));
  assert.equal(headerMismatch(plain, { "mcp-method": "tools/list" }), undefined);
  assert.equal(headerMismatch({ jsonrpc: "2.0", method: "notifications/x" }, {}), undefined);
});

test("a refusal has the status of its code, another error none", () => {
  assert.deepEqual(
    [METHOD_NOT_FOUND, INVALID_PARAMS, UNSUPPORTED_VERSION, HEADER_MISMATCH].map(statusOf),
    [404, 400, 400, 400],
  );
  assert.equal(statusOf(-32_603), undefined);
});
