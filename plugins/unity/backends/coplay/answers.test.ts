/** MCP for Unity: parsing of listener answers, Console lines, lists and run states. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../../core/host/plugin-api.ts";
import { compilerEntries, modeIn, outcomeIn, watchCode } from "../compile-watch.ts";
import { literal } from "../csharp-literal.ts";
import { readCommandReply } from "./command-reply.ts";
import { messageIn } from "./mcp-tool-list.ts";
import { portOfRunState } from "./server-port.ts";

test("what the listeners kept is read back: errors and warnings once each, and what is no such answer is none", () => {
  const entry = (type: number, text: string) => `${type}\u001fAssets/A.cs\u001f3\u001f${text}\u001e`;
  const kept = outcomeIn(`done\u001fbroken\u001e${entry(0, "e")}${entry(0, "e")}${entry(1, "w")}${entry(2, "info")}`);
  assert.deepEqual(kept, {
    done: true,
    broken: true,
    errors: [{ Message: "e", File: "Assets/A.cs", Line: 3 }],
    warnings: [{ Message: "w", File: "Assets/A.cs", Line: 3 }],
  });
  assert.deepEqual(outcomeIn("open\u001fgood\u001e"), { done: false, broken: false, errors: [], warnings: [] });
  assert.equal(outcomeIn("42"), undefined);
  assert.equal(outcomeIn(null), undefined);
});

test("Play Mode and its setting are told apart", () => {
  assert.deepEqual(["editing 1", "playing 0", "playing 1", "playing 2", "42"].map(modeIn), [
    "editing",
    "playing",
    "after play",
    "playing",
    undefined,
  ]);
});

test("the code of a forced compile begins it, and names the id as a literal", () => {
  assert.ok(watchCode("a", "clean").includes("CleanBuildCache"));
  assert.ok(!watchCode("a", "nothing").includes("CleanBuildCache"));
  assert.ok(watchCode('a"b', "nothing").includes(literal('jig.compile.a"b')));
});

test("only the compiler's own lines count, not what quotes them or was logged", () => {
  const entries = [
    { message: "Assets/A.cs(3,5): error CS1002: ; expected\n", stackTrace: null },
    { message: "said: Assets/A.cs(3,5): error CS1002 twice", stackTrace: null },
    { message: "Assets/B.cs(3,5): error CS0103: x", stackTrace: "at A.B ()" },
    { message: "Assets/C.cs(1,1): warning CS0168: unused", stackTrace: "" },
  ];
  assert.deepEqual(compilerEntries(entries, "error"), ["Assets/A.cs(3,5): error CS1002: ; expected"]);
  assert.deepEqual(compilerEntries(entries, "warning"), ["Assets/C.cs(1,1): warning CS0168: unused"]);
});

test("a custom tool may answer with any value; an answer without a verdict is none", () => {
  const read = (body: object) => readCommandReply(200, body as JsonObject, "spawn");
  const resultOf = (result: unknown) => read({ status: "success", result });
  for (const value of [42, "text", null, [1, "a"], {}, { health: 3 }, true]) {
    assert.deepEqual(resultOf(value), { kind: "result", result: { success: true, message: "", data: value } });
  }
  const whole = { success: true, message: "m", data: 1 };
  assert.deepEqual(
    [resultOf(whole), read(whole)],
    [0, 1].map(() => ({ kind: "result", result: whole })),
  );
  const failed = resultOf({ success: false, error: { why: 1 } });
  assert.deepEqual(failed.kind === "result" && failed.result.message, '{"why":1}');
  for (const body of [{}, { a: 1 }, { success: "yes" }, { status: 5 }]) assert.equal(read(body).kind, "lost");
});

test("a message of MCP is found among events and as plain JSON", () => {
  const message = '{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}';
  assert.deepEqual(messageIn(`: ping\r\n\r\nevent: message\r\ndata: ${message}\r\n\r\n`, 2), { tools: [] });
  assert.deepEqual(messageIn(message, 2), { tools: [] });
  assert.equal(messageIn(message, 3), undefined);
  assert.equal(messageIn("<html>", 2), undefined);
});

test("a port is read from the name of a run-state file", () => {
  assert.deepEqual(
    ["mcp_http_8090.pid", "mcp_http_0.pid", "mcp_http_99999.pid", "mcp_http_8090.pid.tmp", "x"].map(portOfRunState),
    [8090, undefined, undefined, undefined, undefined],
  );
});
