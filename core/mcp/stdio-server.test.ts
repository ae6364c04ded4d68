/** MCP frontend over in-memory streams: both revisions, all kinds of messages, cancellation, progress, end of input. */
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { fakeHost } from "../../test/frontends/fake-host.ts";
import { MODERN, openFrontend, type Wire } from "../../test/frontends/mcp-frontend.ts";
import type { JsonObject } from "../host/frontend-api.ts";
import { toStream } from "../host/runtime/standard-streams.ts";
import { type McpOptions, serveMcp } from "./stdio-server.ts";
import { MAX_LINE_BYTES } from "./stdio-transport.ts";

function open(options: Partial<McpOptions> = {}, host = demoHost(), calls: (string[] | undefined)[] = []) {
  return openFrontend(host, options, calls);
}

function demoHost(aborted: () => void = () => {}) {
  return fakeHost({
    echo: { run: (input) => ({ value: input as JsonObject }) },
    fail: { run: () => ({ value: { success: false, code: "NOPE" }, failed: true }) },
    text: { run: () => ({ value: "a\nb" }) },
    big: { run: () => ({ value: "x".repeat(60_000) }) },
    hidden: { listed: false, run: () => ({ value: {} }) },
    slow: {
      run: (_, { signal, onProgress }) =>
        new Promise((resolve) => {
          onProgress?.({ done: 1, total: 10, message: "one" });
          signal?.addEventListener("abort", () => {
            aborted();
            resolve({ value: {}, failed: true });
          });
        }),
    },
  });
}

const call = (name: unknown, input?: unknown, meta?: JsonObject) =>
  ({ name, arguments: input, ...(meta && { _meta: meta }) }) as JsonObject;

test("initialize: every version, capabilities, instructions with the roots", async () => {
  for (const version of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
    const frontend = open();
    const { result } = await frontend.initialize({}, version);
    assert.equal(result.protocolVersion, version);
    const { icons, ...serverInfo } = result.serverInfo;
    assert.deepEqual(serverInfo, { name: "jig", title: "jig", version: "1.2.3" });
    assert.equal(icons !== undefined, version >= "2025-11-25");
    const { completions, ...capabilities } = result.capabilities;
    assert.deepEqual(capabilities, { tools: { listChanged: true }, prompts: {}, resources: {} });
    assert.equal(completions !== undefined, version >= "2025-03-26");
    assert.match(result.instructions, /\/work\/game/);
    assert.ok(result.instructions.length <= 2048);
    frontend.input.end();
    assert.equal(await frontend.exit, 0);
    assert.ok(frontend.host.closed);
  }
});

test("an unreadable initialize is -32602, not a parser's dump", async () => {
  const frontend = open();
  const { error } = await frontend.ask(1, "initialize", { protocolVersion: 5 });
  assert.deepEqual(error, {
    code: -32602,
    message: "Invalid params of initialize: protocolVersion, capabilities, clientInfo",
  });
});

test("tools/list: listed tools in order, with all four annotations", async () => {
  const frontend = open();
  await frontend.initialize();
  const { result } = await frontend.ask(1, "tools/list");
  assert.deepEqual(
    result.tools.map((tool: Wire) => tool.name),
    ["big", "echo", "fail", "slow", "text"],
  );
  assert.deepEqual(result.tools[1].annotations, {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  });
  assert.equal(result.resultType, undefined);
});

test("the list can be narrowed to tools and plugins", async () => {
  const frontend = open({ tools: ["echo", "hidden"] });
  await frontend.initialize();
  assert.equal((await frontend.ask(1, "tools/list")).result.tools.length, 1);
  assert.match((await frontend.ask(2, "tools/call", call("text"))).error.message, /Unknown tool/);
  const other = open({ plugins: ["other"] });
  await other.initialize();
  assert.deepEqual((await other.ask(1, "tools/list")).result.tools, []);
});

test("tools/call: values as compact JSON or verbatim, failures as isError, answers within the budget", async () => {
  const frontend = open();
  await frontend.initialize();
  const value = { a: [1, "zwei"], b: { c: null } };
  const echoed = await frontend.ask(1, "tools/call", call("echo", value));
  assert.deepEqual(echoed.result, { content: [{ type: "text", text: JSON.stringify(value) }], isError: false });
  assert.equal((await frontend.ask(2, "tools/call", call("text"))).result.content[0].text, "a\nb");
  const failed = (await frontend.ask(3, "tools/call", call("fail"))).result;
  assert.deepEqual([failed.isError, failed.content[0].text], [true, '{"success":false,"code":"NOPE"}']);
  const big = (await frontend.ask(4, "tools/call", call("big"))).result;
  assert.ok(big.content[0].text.length <= 40_000);
  assert.equal(big.isError, false, "a success stays one whatever its size");
});

test("--structured adds structuredContent, never to a failure", async () => {
  const frontend = open({ structured: true });
  await frontend.initialize();
  assert.deepEqual((await frontend.ask(1, "tools/call", call("echo", { a: 1 }))).result.structuredContent, { a: 1 });
  assert.equal((await frontend.ask(2, "tools/call", call("fail"))).result.structuredContent, undefined);
  assert.equal((await frontend.ask(3, "tools/call", call("text"))).result.structuredContent, undefined);
});

test("calls that are no calls are -32602", async () => {
  const frontend = open();
  await frontend.initialize();
  let deep: unknown = 1;
  for (let level = 0; level < 100; level++) deep = [deep];
  const bad: [JsonObject, RegExp][] = [
    [call("nope"), /Unknown tool: nope/],
    [call("constructor"), /Unknown tool/],
    [call(5), /"name" must be a string/],
    [{}, /"name" must be a string/],
    [call("echo", [1]), /"arguments" must be an object/],
    [call("echo", { deep }), /nested/],
    [call("echo", { many: Array.from({ length: 100_001 }, () => 0) }), /100000 elements/],
  ];
  for (const [index, [params, message]] of bad.entries()) {
    const { error } = await frontend.ask(index, "tools/call", params);
    assert.equal(error.code, -32602);
    assert.match(error.message, message);
  }
  assert.equal((await frontend.ask("x", "no/such")).error.code, -32601);
  assert.equal((await frontend.ask("y", "toString")).error.code, -32601);
});

test("lines that are no messages get -32700 or -32600, and reading goes on", async () => {
  const frontend = open();
  await frontend.initialize();
  const before = frontend.received.length;
  const bad: [string, number, unknown][] = [
    ["{nonsense", -32700, null],
    ["[".repeat(200_000), -32700, null],
    ["[]", -32600, null],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, null],
    ["5", -32600, null],
    ['{"id":7,"method":"ping"}', -32600, 7],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
    ['{"jsonrpc":"2.0","id":8,"method":5}', -32600, 8],
    ['{"jsonrpc":"2.0","id":9,"method":"ping","params":[]}', -32600, 9],
    ['{"jsonrpc":"2.0","id":10}', -32600, 10],
    ["x".repeat(MAX_LINE_BYTES + 1), -32600, null],
  ];
  for (const [line] of bad) frontend.input.write(`${line}\n`);
  frontend.input.write("\n\r\n");
  assert.deepEqual((await frontend.ask("alive", "ping")).result, {});
  const answers = frontend.received.slice(before, -1).map((message) => [message.error.code, message.id]);
  assert.deepEqual(
    answers,
    bad.map(([, code, id]) => [code, id]),
  );
});

test("a message that the SDK would drop unanswered is answered", async () => {
  const frontend = open();
  await frontend.initialize();
  const meta = { progressToken: { not: "a token" }, "io.modelcontextprotocol/related-task": 5 };
  assert.equal((await frontend.ask(1, "tools/call", call("text", {}, meta))).result.content[0].text, "a\nb");
  assert.ok((await frontend.ask(1.5, "tools/call", { ...call("text"), task: { ttl: 1 } })).result);
  frontend.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: call("text"), extra: true });
  assert.ok((await frontend.next((message) => message.id === 2)).result);
});

test("frames may come in any pieces", async () => {
  const frontend = open();
  await frontend.initialize();
  const bytes = Buffer.from(
    `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call("echo", { text: "日本 🎉" }) })}\r\n`,
  );
  for (const byte of bytes) frontend.input.write(Buffer.from([byte]));
  const { result } = await frontend.next((message) => message.id === 1);
  assert.equal(result.content[0].text, '{"text":"日本 🎉"}');
});

test("cancellation reaches the tool and silences the answer, also for the ids 0 and empty", async () => {
  let aborted = 0;
  const frontend = open(
    {},
    demoHost(() => aborted++),
  );
  await frontend.initialize();
  for (const [index, id] of [0, "", 1, "1", "x"].entries()) {
    frontend.send({ jsonrpc: "2.0", id, method: "tools/call", params: call("slow") });
    await frontend.ask(`between ${index}`, "ping");
    // One call starts per tick.
    await new Promise((resolve) => setImmediate(resolve));
    frontend.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    await frontend.ask(`after ${index}`, "ping");
    assert.equal(aborted, index + 1, JSON.stringify(id));
    assert.ok(!frontend.received.some((message) => message.id === id));
  }
  const early = open(
    {},
    demoHost(() => aborted++),
  );
  early.initialize();
  early.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call("slow") });
  early.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  await early.ask("after", "ping");
  assert.ok(!early.received.some((message) => message.id === 1));
  for (const params of [{}, { requestId: "unknown" }, { requestId: {} }, undefined])
    frontend.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  assert.deepEqual((await frontend.ask("alive", "ping")).result, {});
});

test("progress is sent to those who asked", async () => {
  const frontend = open();
  await frontend.initialize();
  frontend.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call("slow", {}, { progressToken: "" }) });
  const { params } = await frontend.next((message) => message.method === "notifications/progress");
  assert.deepEqual(params, { progressToken: "", progress: 1, total: 10, message: "one: 1 of 10" });
});

test("prompts", async () => {
  const frontend = open();
  await frontend.initialize();
  const { prompts } = (await frontend.ask(1, "prompts/list")).result;
  assert.deepEqual(prompts[0].arguments, [{ name: "file", description: "The file.", required: true }]);
  const { messages } = (await frontend.ask(2, "prompts/get", { name: "review", arguments: { file: "$& a.ts" } }))
    .result;
  assert.equal(messages[0].content.text, "Review $& a.ts with care.");
  assert.match((await frontend.ask(3, "prompts/get", { name: "review" })).error.message, /needs the argument "file"/);
  assert.equal((await frontend.ask(4, "prompts/get", { name: "none" })).error.code, -32602);
  const strange = (await frontend.ask(5, "prompts/get", { name: "review", arguments: { file: "a", fiel: "b" } })).error;
  assert.match(strange.message, /has no argument "fiel"/);
});

test("the revision 2026-07-28: discover, list, call, and what it refuses", async () => {
  const frontend = open();
  const discovered = (await frontend.ask(1, "server/discover", { _meta: MODERN })).result;
  assert.deepEqual(discovered.supportedVersions, ["2026-07-28"]);
  assert.equal(discovered.resultType, "complete");
  assert.match(discovered.instructions, /\/work\/game/);
  assert.equal(discovered._meta["io.modelcontextprotocol/serverInfo"].name, "jig");
  const listed = (await frontend.ask(2, "tools/list", { _meta: MODERN })).result;
  assert.deepEqual([listed.resultType, listed.cacheScope, typeof listed.ttlMs], ["complete", "private", "number"]);
  const called = (await frontend.ask(3, "tools/call", call("text", {}, MODERN))).result;
  assert.deepEqual([called.resultType, called.ttlMs, called.content[0].text], ["complete", undefined, "a\nb"]);
  const old = { ...MODERN, "io.modelcontextprotocol/protocolVersion": "2031-01-01" };
  assert.deepEqual((await frontend.ask(4, "tools/list", { _meta: old })).error.data, {
    supported: ["2026-07-28"],
    requested: "2031-01-01",
  });
  const bare = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  assert.equal((await frontend.ask(5, "tools/list", { _meta: bare })).error.code, -32602);
  assert.equal((await frontend.ask(6, "ping", { _meta: MODERN })).error.code, -32601);
  assert.equal((await frontend.ask(7, "server/discover")).error.code, -32602);
  const unversioned = { "io.modelcontextprotocol/clientCapabilities": {} };
  assert.equal((await frontend.ask(9, "tools/list", { _meta: unversioned })).error.code, -32602);
  assert.equal((await frontend.ask(8, "subscriptions/listen", { _meta: MODERN })).error.code, -32602);
});

test("list_changed: unasked before 2026-07-28, by subscription since", async () => {
  const isChange = (message: Wire) => message.method === "notifications/tools/list_changed";
  const older = open();
  await older.initialize();
  await older.ask(1, "tools/list");
  older.host.change();
  assert.equal((await older.next(isChange)).params, undefined);

  const frontend = open();
  const meta = "io.modelcontextprotocol/subscriptionId";
  await frontend.ask(1, "tools/list", { _meta: MODERN });
  frontend.host.change();
  await frontend.ask(2, "tools/list", { _meta: MODERN });
  frontend.send({
    jsonrpc: "2.0",
    id: 0,
    method: "subscriptions/listen",
    params: { _meta: MODERN, notifications: { toolsListChanged: true, resourcesListChanged: true } },
  });
  const acknowledged = await frontend.next((message) => message.method === "notifications/subscriptions/acknowledged");
  assert.deepEqual(acknowledged.params, { notifications: { toolsListChanged: true }, _meta: { [meta]: 0 } });
  assert.ok(!frontend.received.some(isChange));
  frontend.host.change();
  assert.equal((await frontend.next(isChange)).params._meta[meta], 0);
  frontend.input.end();
  await frontend.exit;
  assert.equal(frontend.received.at(-1).id, 0);
  assert.equal(frontend.received.at(-1).result._meta[meta], 0);
});

test("an older client is asked for its roots, and only where nothing else named any", async () => {
  const calls: (string[] | undefined)[] = [];
  const frontend = open({ askForRoots: true }, demoHost(), calls);
  const { result } = await frontend.initialize({ roots: {} });
  assert.match(result.instructions, /the roots that this client names/);
  frontend.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  frontend.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const request = await frontend.next((message) => message.method === "roots/list");
  frontend.send({
    jsonrpc: "2.0",
    id: request.id,
    result: { roots: [{ uri: "file:///a%20b" }, { uri: "https://example.com" }, { uri: "file:///c", name: "c" }] },
  });
  await frontend.next((message) => message.id === 1 && message.result);
  assert.deepEqual(calls, [["/a b", "/c"]]);

  frontend.send({ jsonrpc: "2.0", method: "notifications/roots/list_changed" });
  frontend.send({ jsonrpc: "2.0", id: 2, method: "tools/list" });
  const again = await frontend.next((message) => message.method === "roots/list" && message.id !== request.id);
  frontend.send({ jsonrpc: "2.0", id: again.id, result: { roots: [{ uri: "file:///d" }] } });
  await frontend.next((message) => message.id === 2 && message.result);
  await frontend.next((message) => message.method === "notifications/tools/list_changed");
  assert.deepEqual(calls, [["/a b", "/c"], ["/d"]]);

  const silent = open({ askForRoots: true }, demoHost(), calls);
  assert.match((await silent.initialize()).result.instructions, /\/work\/game/);
  assert.deepEqual(calls.at(-1), undefined);
});

test("after the end of input running calls are answered, and open questions to the client fail", async () => {
  const done: (() => void)[] = [];
  const frontend = open(
    {},
    fakeHost({
      slow: { run: () => new Promise((resolve) => done.push(() => resolve({ value: "late" }))) },
      risky: { effect: "execute", run: () => ({ value: "run" }) },
    }),
  );
  await frontend.initialize({ elicitation: {} });
  frontend.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call("slow") });
  frontend.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: call("risky") });
  await frontend.next((message) => message.method === "elicitation/create");
  frontend.input.end();
  const refused = await frontend.next((message) => message.id === 2 && message.result);
  assert.match(refused.result.content[0].text, /was not confirmed/);
  // Longer than the timeout for a client that doesn't read.
  await new Promise((resolve) => setTimeout(resolve, 1300));
  for (const end of done) end();
  assert.equal(await frontend.exit, 0);
  assert.equal(frontend.received.find((message) => message.id === 1).result.content[0].text, "late");
});

test("after the end of input a client that takes nothing is not waited for", async () => {
  let aborted = 0;
  const frontend = open(
    {},
    demoHost(() => aborted++),
  );
  await frontend.initialize();
  frontend.output.removeAllListeners("data");
  frontend.output.pause();
  frontend.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call("slow") });
  for (let id = 2; id < 20; id++) frontend.send({ jsonrpc: "2.0", id, method: "tools/call", params: call("big") });
  frontend.input.end();
  assert.equal(await frontend.exit, 0);
  assert.equal(aborted, 1);
});

test("an unknown resource has the code of the client's revision, and its URI", async () => {
  const frontend = open();
  await frontend.initialize({}, "2025-06-18");
  const errorOf = async (id: number, params: JsonObject) => (await frontend.ask(id, "resources/read", params)).error;
  const uri = "file:///no-answer";
  assert.deepEqual(await errorOf(1, { uri }).then(({ code, data }) => [code, data.uri]), [-32002, uri]);
  const modern = await errorOf(2, { uri, _meta: MODERN });
  assert.deepEqual([modern.code, modern.data.uri], [-32602, uri]);
  assert.equal((await errorOf(3, {})).code, -32602);
});

test("a signal and a broken output end it", async () => {
  const stop = new AbortController();
  const frontend = open({ signal: stop.signal });
  await frontend.initialize();
  stop.abort();
  assert.equal(await frontend.exit, 0);

  const broken = open();
  await broken.initialize();
  broken.output.destroy();
  assert.equal(await broken.exit, 0);
});

test("a host that cannot be made is told: on stderr, or to each request where the client has started", async () => {
  const refuse = () => Promise.reject(new TypeError("no root here"));
  const streams = () => ({ input: new PassThrough(), output: new PassThrough(), error: new PassThrough() });
  const early = streams();
  assert.equal(await serveMcp(refuse, { ...early, output: toStream(early.output), version: "1" }), 2);
  assert.match(String(early.error.read()), /no root here/);
  const late = streams();
  const exit = serveMcp(refuse, { ...late, output: toStream(late.output), version: "1", askForRoots: true });
  late.input.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
  assert.equal(await exit, 0);
  assert.match(String(late.output.read()), /-32603.*no root here/);
});
