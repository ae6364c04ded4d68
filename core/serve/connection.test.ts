/** A server with one transport: responses, and disconnected clients. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { WebStandardStreamableHTTPServerTransport as Transport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { fakeHost } from "../../test/frontends/fake-host.ts";
import { messagesOf } from "../../test/frontends/http-client.ts";
import { describeServer, Semaphore } from "../mcp/server.ts";
import { openConnection, type ServerContext } from "./connection.ts";

const VERSION = "2025-11-25";

function context(run: (signal: AbortSignal) => unknown = () => "pong"): ServerContext {
  const host = fakeHost({ ping: { run: async (_, { signal }) => ({ value: String(await run(signal!)) }) } });
  return {
    host,
    introduction: describeServer("1.2.3", async () => "Hello."),
    settings: {},
    Transport,
    around: (methods) => methods,
  };
}

const JSON_TYPE = { accept: "application/json, text/event-stream", "content-type": "application/json" };

function message(id: number | undefined, method: string, params: object = {}) {
  const body = { jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method, params };
  return (session?: string): [Request, { parsedBody: unknown }] => [
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { ...JSON_TYPE, ...(session && { "mcp-session-id": session, "mcp-protocol-version": VERSION }) },
    }),
    { parsedBody: body },
  ];
}

const hello = message(1, "initialize", {
  protocolVersion: VERSION,
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});

test("a session is named to whoever opened it, and answers under that name", async () => {
  const named: string[] = [];
  const { transport, events, server } = await openConnection(context(), new Semaphore(1), (id) => named.push(id));
  const answer = await transport.handleRequest(...hello());
  const [greeting] = messagesOf(await answer.text());
  assert.equal(greeting.result.serverInfo.version, "1.2.3");
  assert.equal(greeting.result.instructions, "Hello.");
  assert.deepEqual(named, [answer.headers.get("mcp-session-id")]);
  const called = await transport.handleRequest(...message(2, "tools/call", { name: "ping" })(named[0]));
  assert.equal(messagesOf(await called.text()).at(-1).result.content[0].text, "pong");
  assert.ok(events.has("1"), "its events are kept for a client that comes back");
  await server.close();
});

test("without a session one request is answered, and nothing of it is kept", async () => {
  const { transport, events, server } = await openConnection(context(), new Semaphore(1));
  const answer = await transport.handleRequest(...message(2, "tools/list")());
  assert.deepEqual(
    messagesOf(await answer.text())[0].result.tools.map(({ name }: { name: string }) => name),
    ["ping"],
  );
  assert.equal(answer.headers.get("mcp-session-id"), null);
  assert.ok(!events.has("1"));
  await server.close();
});

test("kept answers of others are not listed", async () => {
  const own = context();
  own.host.savedAnswers = async () => [{ id: "abc", title: "t", size: 1, mtimeMs: 0 }] as never;
  const { transport, server } = await openConnection(own, new Semaphore(1));
  const answer = await transport.handleRequest(...message(2, "resources/list")());
  assert.deepEqual(messagesOf(await answer.text())[0].result.resources, []);
  await server.close();
});

test("a call that its client gives up ends with its stream, and the session goes on", async () => {
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const own = context((signal) => {
    started.resolve();
    return new Promise(() => signal.addEventListener("abort", () => stopped.resolve()));
  });
  let id = "";
  const { transport, session, server } = await openConnection(own, new Semaphore(1), (given) => {
    id = given;
  });
  await (await transport.handleRequest(...hello())).text();
  const answer = await transport.handleRequest(...message(2, "tools/call", { name: "ping" })(id));
  await started.promise;
  session.cancel(2);
  await stopped.promise;
  assert.deepEqual(messagesOf(await answer.text()), []);
  const pinged = await transport.handleRequest(...message(3, "ping")(id));
  assert.deepEqual(messagesOf(await pinged.text())[0].result, {});
  await server.close();
});

test("calls wait for the semaphore that they are given", async () => {
  const calls = new Semaphore(1);
  const end = await calls.acquire(new AbortController().signal);
  const { transport, server } = await openConnection(context(), calls);
  const answer = transport.handleRequest(...message(2, "tools/call", { name: "ping" })()).then((each) => each.text());
  let text = "";
  void answer.then((each) => {
    text = each;
  });
  for (let at = 0; at < 20; at++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(text, "");
  end();
  assert.equal(messagesOf(await answer)[0].result.content[0].text, "pong");
  await server.close();
});

test("what goes round the methods sees every call", async () => {
  const seen: string[] = [];
  const around: ServerContext["around"] = (methods) => ({
    ...methods,
    "tools/call": async (params, call) => {
      seen.push(String(params.name));
      return await methods["tools/call"]!(params, call);
    },
  });
  const { transport, server } = await openConnection({ ...context(), around }, new Semaphore(1));
  await (await transport.handleRequest(...message(2, "tools/call", { name: "ping" })())).text();
  assert.deepEqual(seen, ["ping"]);
  await server.close();
});
