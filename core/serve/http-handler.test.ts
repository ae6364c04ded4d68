/** HTTP requests: authentication, status codes, routing to connections. */
import assert from "node:assert/strict";
import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { after, before, test } from "node:test";
import { type FakeHost, fakeHost } from "../../test/frontends/fake-host.ts";
import { ACCEPT, connectNew, connectOld, messagesOf, newRequest, post } from "../../test/frontends/http-client.ts";
import { openHttp, type ServedHere } from "../../test/frontends/http-frontend.ts";
import { describeServer } from "../mcp/server.ts";
import { ClientLimits } from "./client-limits.ts";
import { HttpHandler, type HttpHandlerOptions } from "./http-handler.ts";
import { Metrics } from "./metrics.ts";
import { Sessions } from "./sessions.ts";

const TOKEN = "0123456789abcdef";
const HELLO = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

/** Running calls of `slow`, ended by their client or `release`. */
const slow = new Set<() => void>();
let host: FakeHost;
let open: ServedHere;
let guarded: ServedHere;
let small: ServedHere;

before(async () => {
  host = fakeHost({
    echo: { run: (input) => ({ value: JSON.stringify(input) }) },
    slow: {
      run: (_, { signal }) =>
        new Promise((resolve) => {
          const end = () => {
            slow.delete(end);
            resolve({ value: signal?.aborted ? "given up" : "done" });
          };
          slow.add(end);
          signal?.addEventListener("abort", end, { once: true });
        }),
    },
  });
  open = await openHttp(host);
  guarded = await openHttp(host, { token: { flag: TOKEN, platform: "linux" }, origins: ["https://app.example"] });
  small = await openHttp(host, { maxSessions: 1, maxRequests: 1 });
});
after(async () => {
  for (const end of slow) end();
  await Promise.all([open.stop(), guarded.stop(), small.stop()]);
});

/** Status and text of a request with exactly these headers. */
function ask(url: string, method: string, headers: Record<string, string> = {}, body = "") {
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const asked = httpRequest(url, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode!, text, headers: response.headers }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** A handler with its own server, for cases we can't reach otherwise. */
async function bareHandler(
  options: Partial<HttpHandlerOptions> = {},
  { connecting = () => {}, connected = async () => {} } = {},
) {
  const { WebStandardStreamableHTTPServerTransport: Transport } = await import(
    "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
  );
  class LaterTransport extends Transport {
    override async handleRequest(...words: Parameters<InstanceType<typeof Transport>["handleRequest"]>) {
      await connected();
      return await super.handleRequest(...words);
    }
  }
  const metrics = new Metrics();
  const handler = new HttpHandler({
    context: {
      host,
      introduction: describeServer("1.2.3", async () => "Hello."),
      settings: {},
      Transport: LaterTransport,
      around(methods) {
        connecting();
        return methods;
      },
    },
    sessions: new Sessions(10),
    limits: new ClientLimits(1),
    metrics,
    isKnownHost: () => true,
    origins: [],
    calls: () => 0,
    isStopping: () => false,
    ...options,
  });
  const server = createServer((request, response) => void handler.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  return { handler, url, end, page: () => metrics.text({ sessions: 0, calls: 0 }) };
}

const at = (served: ServedHere, path: string) => new URL(path, served.url).href;
const hello = JSON.stringify({ jsonrpc: "2.0", ...HELLO });
const bearing = { authorization: `Bearer ${TOKEN}` };

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}

test("health is told to everybody; everything else only under the server's own name", async () => {
  const health = await ask(at(guarded, "/health?x=1"), "GET", { host: "evil.example" });
  assert.deepEqual([health.status, health.text], [200, '{"status":"ok"}']);
  const refused = await ask(open.url, "POST", { ...ACCEPT, host: "evil.example" }, hello);
  assert.deepEqual([refused.status, JSON.parse(refused.text).error.message], [403, "Unknown host"]);
});

test("a page of another origin is refused before its token is looked at", async () => {
  const asking = (origin: string) => ask(guarded.url, "POST", { ...ACCEPT, ...bearing, origin }, hello);
  const refused = await asking("https://evil.example");
  assert.deepEqual([refused.status, JSON.parse(refused.text).error.message], [403, "Origin not allowed"]);
  assert.equal((await asking("https://app.example")).status, 200);
});

test("without the token nothing is answered, and the way to ask is said", async () => {
  for (const path of ["/mcp", "/metrics", "/nowhere"]) {
    const { status, headers } = await ask(at(guarded, path), "GET");
    assert.deepEqual([status, headers["www-authenticate"]], [401, 'Bearer realm="jig"'], path);
  }
  assert.equal((await post(guarded.url, HELLO, { authorization: `Bearer ${TOKEN}x` })).status, 401);
  assert.equal((await post(guarded.url, HELLO, bearing)).status, 200);
  // Without an issuer, there's no metadata.
  assert.equal((await ask(at(guarded, "/.well-known/oauth-protected-resource"), "GET", bearing)).status, 404);
});

test("other paths are not found, other methods not allowed", async () => {
  const nowhere = await ask(at(open, "/nowhere"), "GET");
  assert.deepEqual([nowhere.status, JSON.parse(nowhere.text).error.code], [404, -32_600]);
  const put = await ask(open.url, "PUT");
  assert.deepEqual([put.status, put.headers.allow], [405, "POST, GET, DELETE"]);
  assert.equal((await ask(at(open, "/metrics"), "POST")).status, 404);
});

test("the metrics count requests, refusals and calls", async () => {
  const served = await openHttp(host, { token: { flag: TOKEN, platform: "linux" } });
  await post(served.url, HELLO);
  await connectNew(served.url, bearing).call(1, "echo");
  const { text, headers } = await ask(at(served, "/metrics"), "GET", bearing);
  assert.match(String(headers["content-type"]), /^text\/plain; version=0\.0\.4/);
  assert.match(text, /^jig_refused_total\{reason="token"\} 1$/m);
  assert.match(text, /^jig_requests_total\{status="401"\} 1$/m);
  assert.match(text, /^jig_calls_total\{tool="echo",result="ok"\} 1$/m);
  await served.stop();
});

test("a session is opened, used, listened to and ended by its id", async () => {
  const client = await connectOld(open.url);
  assert.equal(await client.call(1, "echo", { a: 1 }), '{"a":1}');
  const stream = await fetch(open.url, { headers: { ...client.headers, accept: "text/event-stream" } });
  assert.equal(stream.status, 200);
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  host.change();
  let heard = "";
  while (!heard.includes("list_changed")) heard += (await reader.read()).value;
  await reader.cancel();
  assert.equal((await ask(open.url, "DELETE", client.headers)).status, 200);
  const gone = await client.ask(2, "tools/list");
  assert.deepEqual([gone.status, gone.messages[0].error.code], [404, -32_001]);
});

test("a session belongs to whoever opened it, and a missing id is said", async () => {
  const unknown = await post(open.url, { id: 1, method: "tools/list" }, { "mcp-session-id": "none" });
  assert.deepEqual([unknown.status, unknown.messages[0].error.message], [404, "Session not found"]);
  const missing = await post(open.url, { id: 1, method: "tools/list" });
  assert.equal(missing.status, 400);
  assert.match(missing.messages[0].error.message, /^Mcp-Session-Id is missing/);
  assert.equal((await ask(open.url, "GET", ACCEPT)).status, 405);
});

test("a client reads on behind the event that it has; behind an unknown one it cannot", async () => {
  const client = await connectOld(open.url);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "echo", arguments: {} } });
  const first = await ask(open.url, "POST", { ...ACCEPT, ...client.headers }, body);
  const ids = [...first.text.matchAll(/^id: (\S+)$/gm)].map(([, id]) => id!);
  assert.ok(ids.length >= 2, "the answer comes with ids");
  const again = await ask(open.url, "GET", { ...ACCEPT, ...client.headers, "last-event-id": ids[0]! });
  assert.equal(again.status, 200);
  assert.equal(messagesOf(again.text).at(-1).id, 5);
  const unknown = await ask(open.url, "GET", { ...ACCEPT, ...client.headers, "last-event-id": "9999" });
  assert.deepEqual([unknown.status, JSON.parse(unknown.text).error.code], [400, -32_000]);
});

test("a request without a session is answered by itself; a message that wants no answer is accepted", async () => {
  const client = connectNew(open.url);
  assert.equal(await client.call(0, "echo", { b: 2 }), '{"b":2}');
  const accepted = await post(open.url, { method: "notifications/x" }, { "mcp-protocol-version": "2026-07-28" });
  assert.deepEqual([accepted.status, accepted.messages], [202, []]);
});

test("refusals of a request without a session have their own status", async () => {
  const [body, headers] = newRequest(1, "tools/call", { name: "echo" });
  const mismatch = await post(open.url, body, { ...headers, "mcp-name": "other" });
  assert.deepEqual([mismatch.status, mismatch.messages[0].error.code], [400, -32_020]);
  const params = { _meta: { "io.modelcontextprotocol/protocolVersion": "2031-01-01" } };
  const version = await post(
    open.url,
    { id: 1, method: "tools/list", params },
    { "mcp-protocol-version": "2031-01-01", "mcp-method": "tools/list" },
  );
  assert.deepEqual([version.status, version.messages[0].error.code], [400, -32_022]);
  const removed = await post(open.url, ...newRequest(1, "ping"));
  assert.deepEqual([removed.status, removed.messages[0].error.code], [404, -32_601]);
  const unknown = await post(open.url, ...newRequest(1, "no/such"));
  assert.deepEqual([unknown.status, unknown.messages[0].error.code], [404, -32_601]);
  const wrong = await post(open.url, ...newRequest(1, "tools/call", { name: "none" }));
  assert.deepEqual([wrong.status, wrong.messages[0].error.code], [400, -32_602]);
});

test("bodies that are no message are refused with what is wrong", async () => {
  const parse = await post(open.url, "{");
  assert.deepEqual([parse.status, parse.messages[0].error.code], [400, -32_700]);
  const large = await ask(open.url, "POST", { ...ACCEPT, "content-length": String(5_000_000) }, "").catch(
    () => undefined,
  );
  assert.ok(large === undefined || large.status === 413);
});

test("a body that breaks off costs nothing but its connection", async () => {
  const { hostname, port } = new URL(small.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`POST /mcp HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 100\r\n\r\n{"json`);
      setTimeout(() => {
        socket.destroy();
        resolve();
      }, 20);
    });
  });
  const client = connectNew(small.url);
  let answer = await client.ask(1, "tools/list");
  while (answer.status === 429) answer = await client.ask(1, "tools/list");
  assert.equal(answer.status, 200);
});

test("a client has so many requests in flight; a session counts for itself", async () => {
  const client = connectNew(small.url);
  const waiting = client.call(1, "slow");
  await until(() => slow.size === 1);
  const refused = await client.ask(2, "tools/list");
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "1"]);
  for (const end of slow) end();
  assert.equal(await waiting, "done");
  assert.equal((await client.ask(3, "tools/list")).status, 200);
});

test("an invented session id gets nobody a share of their own", async () => {
  const waiting = connectNew(small.url).call(1, "slow");
  await until(() => slow.size === 1);
  for (const id of ["invented", "another"])
    assert.equal((await post(small.url, HELLO, { "mcp-session-id": id })).status, 429);
  for (const end of slow) end();
  await waiting;
});

test("a request with two names of the server is refused", async () => {
  const { hostname, port } = new URL(open.url);
  const text = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`POST /mcp HTTP/1.1\r\nHost: ${hostname}\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n`),
    );
    socket.once("data", (data) => {
      resolve(String(data));
      socket.destroy();
    });
  });
  assert.match(text, /^HTTP\/1\.1 400 [\s\S]*More than one Host header/);
});

test("where all sessions are taken a further one is refused until one ends", async () => {
  const first = await connectOld(small.url);
  const refused = await post(small.url, HELLO);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "60"]);
  await ask(small.url, "DELETE", first.headers);
  const second = await connectOld(small.url);
  assert.equal((await second.ask(1, "tools/list")).status, 200);
  await ask(small.url, "DELETE", second.headers);
});

test("initialize that is refused leaves no session behind", async () => {
  const wrong = await post(small.url, HELLO, { accept: "text/html" });
  assert.equal(wrong.status, 406);
  const client = await connectOld(small.url);
  await ask(small.url, "DELETE", client.headers);
});

test("a client that leaves gives its call up", async () => {
  const [body, headers] = newRequest(1, "tools/call", { name: "slow" });
  const stop = new AbortController();
  const left = fetch(open.url, {
    method: "POST",
    headers: { ...ACCEPT, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...body }),
    signal: stop.signal,
  });
  await until(() => slow.size === 1);
  stop.abort();
  await assert.rejects(left);
  await until(() => slow.size === 0);
});

test("those that listen without a session hear of changes", async () => {
  const [body, headers] = newRequest(1, "subscriptions/listen", {
    notifications: { toolsListChanged: true },
  } as object);
  const response = await fetch(open.url, {
    method: "POST",
    headers: { ...ACCEPT, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...body }),
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = (await reader.read()).value ?? "";
  host.change();
  while (!heard.includes("list_changed")) heard += (await reader.read()).value;
  await reader.cancel();
});

test("a server that stops says so, and takes nothing new", async () => {
  const { url, end, page } = await bareHandler({ isStopping: () => true });
  const health = await ask(new URL("/health", url).href, "GET");
  assert.deepEqual([health.status, health.text], [503, '{"status":"stopping"}']);
  const refused = await post(url, HELLO);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "5"]);
  assert.equal(refused.messages[0].error.message, "The server is stopping");
  assert.match(page(), /^jig_refused_total\{reason="stopping"\} 1$/m);
  end();
});

test("a refusal is counted by its reason", async () => {
  const { url, end, page } = await bareHandler({ isKnownHost: (name) => name !== "evil", limits: new ClientLimits(0) });
  await ask(url, "GET", { host: "evil" });
  await ask(url, "GET", { origin: "http://evil" });
  await post(url, HELLO);
  end();
  const large = await bareHandler();
  await ask(large.url, "POST", { ...ACCEPT, "content-length": "5000000" }, "").catch(() => {});
  large.end();
  for (const reason of ["host", "origin", "limit"])
    assert.match(page(), new RegExp(`^jig_refused_total\\{reason="${reason}"\\} 1$`, "m"));
  assert.match(large.page(), /^jig_refused_total\{reason="size"\} 1$/m);
});

test("idle() waits for answers, of sessions and of single requests, and not for listeners", async () => {
  const sessions = new Sessions(10);
  const { handler, url, end } = await bareHandler({ sessions, limits: new ClientLimits(10) });
  await handler.idle();
  const session = await connectOld(url);
  for (const client of [session, connectNew(url)]) {
    const call = client.call(1, "slow");
    await until(() => slow.size === 1);
    let isIdle = false;
    const idle = handler.idle().then(() => {
      isIdle = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok(!isIdle);
    for (const release of slow) release();
    assert.equal(await call, "done");
    await idle;
  }
  await sessions.close();
  end();
});

test("close() ends with the last byte, also behind requests that are long over", async () => {
  const { handler, url, end } = await bareHandler();
  await connectNew(url).call(1, "echo");
  await handler.close();
  end();
});

test("without a session a client is whom its token names, else where it comes from", async () => {
  if (process.platform !== "linux") return; // Other systems only have one loopback address.
  const statusFrom = (url: string, localAddress: string, name: string) =>
    new Promise<number>((resolve, reject) => {
      const [body, headers] = newRequest(1, "tools/call", { name }, { authorization: "Bearer x" });
      const asked = httpRequest(
        url,
        { method: "POST", headers: { ...ACCEPT, ...headers }, localAddress },
        (response) => {
          response.resume();
          resolve(response.statusCode!);
        },
      );
      asked.on("error", reject);
      asked.end(JSON.stringify({ jsonrpc: "2.0", ...body }));
    });
  for (const [options, elsewhere] of [
    [{}, 200],
    [{ verify: async () => ({ subject: "ann" }) }, 429],
  ] as const) {
    const { url, end } = await bareHandler(options);
    const waiting = statusFrom(url, "127.0.0.1", "slow");
    await until(() => slow.size === 1);
    assert.equal(await statusFrom(url, "127.0.0.1", "echo"), 429);
    assert.equal(await statusFrom(url, "127.0.0.2", "echo"), elsewhere);
    for (const release of slow) release();
    assert.equal(await waiting, 200);
    end();
  }
});

test("clients that say hello at once get no more sessions than there are", async () => {
  const sessions = new Sessions(4);
  let arrived = 0;
  const connected = () => {
    arrived++;
    return until(() => arrived === 12);
  };
  const { url, end } = await bareHandler({ sessions, limits: new ClientLimits(100) }, { connected });
  const sayHello = async () => {
    const answer = await ask(url, "POST", ACCEPT, hello);
    if (answer.status === 503) arrived++;
    return answer;
  };
  const answers = await Promise.all(Array.from({ length: 12 }, sayHello));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, ...Array(10).fill(503)]);
  await sessions.close();
  end();
});

test("a hello that opens no session keeps no room", async () => {
  const sessions = new Sessions(1);
  const { url, end } = await bareHandler({ sessions, limits: new ClientLimits(100) });
  assert.equal((await ask(url, "POST", { "content-type": "application/json" }, hello)).status, 406);
  assert.equal((await ask(url, "POST", ACCEPT, hello)).status, 200);
  await sessions.close();
  end();
});

test("a client that left before its connection was made is not served", async () => {
  let leave = () => {};
  const { handler, end } = await bareHandler({ limits: new ClientLimits(100) }, { connecting: () => leave() });
  let handled: Promise<void> | undefined;
  let isOver = false;
  const server = createServer((request, response) => {
    leave = () => void response.emit("close");
    handled = handler.handle(request, response).finally(() => {
      isOver = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const [body, headers] = newRequest(1, "tools/call", { name: "slow" });
  const text = JSON.stringify({ jsonrpc: "2.0", ...body });
  const refused = assert.rejects(ask(url, "POST", { ...ACCEPT, ...headers }, text));
  await until(() => isOver || slow.size > 0);
  assert.equal(slow.size, 0);
  await handled;
  server.closeAllConnections();
  await refused;
  server.close();
  end();
});

test("a token whose issuer does not answer is neither valid nor invalid", async () => {
  const { url, end, page } = await bareHandler({ verify: () => Promise.reject(new Error("no keys")) });
  const refused = await ask(url, "POST", { ...ACCEPT, ...bearing }, hello);
  assert.deepEqual([refused.status, refused.headers["retry-after"]], [503, "5"]);
  assert.match(page(), /^jig_refused_total\{reason="issuer"\} 1$/m);
  end();
});
