/** `jig serve` in a team: authentication, separation of clients, broken connections, shutdown. */

import assert from "node:assert/strict";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ACCEPT, connectNew, connectOld, messagesOf, newRequest, post } from "../frontends/http-client.ts";
import { runJig, scratch, TOP } from "../jig.ts";
import { inspectorIsServed } from "./inspector.ts";
import { type Served, startServe } from "./served.ts";

const FIXTURES = ["--plugins", join(TOP, "test/mcp/fixtures")];
const TOKEN = "a-token-of-this-test-0123456789";
const SLOW = "test_tool_with_progress";
const hello = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

let open: Served;
let guarded: Served;
const root = scratch({
  "a.txt": "first line\n",
  "many.txt": Array.from({ length: 3000 }, (_, line) => `needle ${line}`).join("\n"),
});

before(async () => {
  const file = join(scratch({ token: `${TOKEN}\n` }), "token");
  chmodSync(file, 0o600);
  open = await startServe(["--root", root, ...FIXTURES]);
  guarded = await startServe(["--root", root, "--token-file", file, ...FIXTURES]);
});
after(async () => {
  await Promise.all([open?.stop(), guarded?.stop()]);
});

/** Sends an arbitrary Host header, as in a DNS rebinding attack. */
function askAs(headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const ask = request(open.url, { method: "POST", headers: { ...ACCEPT, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    ask.on("error", reject);
    ask.end(JSON.stringify({ jsonrpc: "2.0", ...hello }));
  });
}

test("both eras list, call and are told of bad arguments", async () => {
  for (const client of [await connectOld(open.url), connectNew(open.url)]) {
    const { messages } = await client.ask(1, "tools/list");
    const names = messages.at(-1).result.tools.map((tool: { name: string }) => tool.name);
    assert.ok(names.includes("search_content"));
    assert.match(await client.call(0, "extract_code_section", { file_path: "a.txt" }), /first line/);
    assert.match(await client.call("", "extract_code_section", { file: "gone.txt" }), /does not exist|not found/i);
  }
});

test("tools that write are not there unless it is said", async () => {
  const schemaOf = async (url: string) => {
    const { messages } = await connectNew(url).ask(1, "tools/list");
    const tools: { name: string; inputSchema: { properties: object } }[] = messages[0].result.tools;
    return tools.find((tool) => tool.name === "search_content")!.inputSchema.properties;
  };
  assert.ok(!("output_file" in (await schemaOf(open.url))));
  const writable = await startServe(["--root", root, "--writable"]);
  assert.ok("output_file" in (await schemaOf(writable.url)));
  await writable.stop();
});

test("a wrong Host, a wrong Origin and a wrong token are refused, and counted without being named", async () => {
  const { host } = new URL(open.url);
  assert.equal(await askAs({ host }), 200);
  assert.equal(await askAs({ host, origin: `http://${host}` }), 200);
  for (const wrong of ["evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "[::1", "10.0.0.1"])
    assert.equal(await askAs({ host: wrong }), 403, wrong);
  for (const origin of ["http://evil.example", "null", `http://${host}.evil.example`, "http://localhost:1"])
    assert.equal(await askAs({ host, origin }), 403, origin);

  const bearer = (token: string) => post(guarded.url, hello, { authorization: `Bearer ${token}` });
  assert.equal((await bearer(TOKEN)).status, 200);
  for (const wrong of [`${TOKEN}x`, TOKEN.slice(1), "x", "undefined"]) {
    const { status, headers } = await bearer(wrong);
    assert.equal(status, 401);
    assert.match(headers.get("www-authenticate")!, /^Bearer/);
  }
  assert.equal((await post(guarded.url, hello)).status, 401);
  assert.equal((await post(guarded.url, hello, { authorization: `Basic ${TOKEN}` })).status, 401);
  const at = (path: string, headers = {}) => fetch(new URL(path, guarded.url), { headers });
  assert.equal((await at("/metrics")).status, 401);
  const metrics = await (await at("/metrics", { authorization: `Bearer ${TOKEN}` })).text();
  assert.match(metrics, /^jig_refused_total\{reason="token"\} [1-9]/m);
  assert.match(metrics, /^# TYPE jig_calls_in_flight gauge$/m);
  assert.equal((await at("/health")).status, 200);
  assert.ok(!guarded.printed().includes(TOKEN) && !metrics.includes(TOKEN));
  // CORS is off, so pages from other origins can't read responses.
  const preflight = await fetch(open.url, { method: "OPTIONS", headers: { origin: `http://${host}` } });
  assert.equal(preflight.status, 405);
  assert.equal(preflight.headers.get("access-control-allow-origin"), null);
});

test("what would not be safe does not start", () => {
  const file = join(scratch({ token: TOKEN }), "token");
  chmodSync(file, 0o644);
  const fails = (args: string[], wanted: RegExp) => {
    const { code, stderr } = runJig(["serve", "--root", root, ...args]);
    assert.equal(code, 2, args.join(" "));
    assert.match(stderr, wanted);
    assert.ok(!stderr.includes(TOKEN));
  };
  fails(["--listen", "0.0.0.0:0", "--no-token"], /needs a token/);
  fails(["--no-token", "--token", TOKEN], /cannot be used with --token/);
  fails(["--listen", "nowhere"], /HOST:PORT/);
  fails(["--token-file", file], /Other users can read/);
  fails(["--token", "short"], /at least 16/);
  fails(["--token", TOKEN, "--token-file", file], /cannot be used together|cannot be used with/);
  fails(["--tls-cert", file], /go together/);
  fails(["--issuer", "http://issuer.example", "--resource", "https://jig.example/mcp"], /https: URL/);
  fails(["--issuer", "https://issuer.example"], /go together/);
});

test("a token is asked for by default: made once, kept for its owner, never told again", async () => {
  const config = scratch();
  const env = { XDG_CONFIG_HOME: config };
  const first = await startServe(["--own-token", "--root", root], env);
  const token = /shown once and is kept in \S+: ([0-9a-f]{64})$/m.exec(first.printed())?.[1] ?? "";
  const kept = join(config, "jig", "serve-token");
  assert.equal(readFileSync(kept, "utf8").trim(), token);
  assert.equal(statSync(kept).mode & 0o777, 0o600);
  assert.equal((await post(first.url, hello)).status, 401);
  assert.equal((await post(first.url, hello, { authorization: `Bearer ${token}` })).status, 200);
  await first.stop();
  const second = await startServe(["--own-token", "--root", root], env);
  assert.ok(!second.printed().includes(token));
  assert.equal((await post(second.url, hello, { authorization: `Bearer ${token}` })).status, 200);
  await second.stop();
});

test("bodies: bad JSON, batches, a wrong type, too large, broken off", async () => {
  assert.equal((await post(open.url, "{")).messages[0].error.code, -32700);
  assert.equal((await post(open.url, "[]")).status, 400);
  const latin = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\xff"}}', "latin1");
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const refused = await fetch(open.url, { method: "POST", body: latin, headers });
  assert.equal(JSON.parse(await refused.text()).error.message, "Parse error: the message is not UTF-8");
  assert.equal((await post(open.url, hello, { "content-type": "text/plain" })).status, 415);
  assert.equal((await post(open.url, hello, { accept: "text/html" })).status, 406);
  const large = JSON.stringify({ jsonrpc: "2.0", ...hello, padding: "x".repeat(5_000_000) });
  assert.equal((await post(open.url, large).catch(() => ({ status: 413 }))).status, 413);
  const { hostname, port } = new URL(open.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`POST /mcp HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 100\r\n\r\n{"json`);
      socket.destroy();
      resolve();
    });
  });
  assert.equal((await fetch(new URL("/nowhere", open.url))).status, 404);
  assert.equal((await fetch(new URL("/health", open.url))).status, 200);
});

test("sessions are of the older era only; an unknown one is not found", async () => {
  assert.equal((await post(open.url, { id: 1, method: "tools/list" })).status, 400);
  assert.equal((await post(open.url, { id: 1, method: "tools/list" }, { "mcp-session-id": "x" })).status, 404);
  const old = await connectOld(open.url);
  const gone = await fetch(open.url, { method: "DELETE", headers: { ...ACCEPT, ...old.headers } });
  assert.equal(gone.status, 200);
  assert.equal((await old.ask(1, "tools/list")).status, 404);
  const fresh = await post(open.url, ...newRequest(1, "tools/list"));
  assert.equal(fresh.headers.get("mcp-session-id"), null);
  assert.equal((await fetch(open.url, { headers: { accept: "text/event-stream" } })).status, 405);
});

test("no client sees what another asked for", async () => {
  const [mine, other] = [await connectOld(open.url), await connectOld(open.url)];
  // Notification stream of another client, which must not get anything about the call.
  const leave = new AbortController();
  const stream = await fetch(open.url, {
    headers: { accept: "text/event-stream", ...other.headers },
    signal: leave.signal,
  });
  let overheard = "";
  const listening = (async () => {
    for await (const chunk of stream.body!) overheard += new TextDecoder().decode(chunk as Uint8Array);
  })().catch(() => {});
  const input = { query: "needle", max_count: 3000 };
  const answers = await Promise.all([
    mine.ask(7, "tools/call", { name: "search_content", arguments: input, _meta: { progressToken: 7 } }),
    other.ask(7, "tools/call", { name: SLOW, arguments: {}, _meta: { progressToken: 7 } }),
  ]);
  const [found, slow] = answers.map(({ messages }) => messages);
  assert.ok(found!.at(-1).result.content[0].text.includes("needle"));
  assert.ok(slow!.at(-1).result.content[0].text.includes("three steps"));
  assert.ok(slow!.slice(0, -1).every((message) => message.params.total === 100));
  const listed = async (client: { ask: typeof mine.ask }) =>
    (await client.ask(8, "resources/list")).messages.at(-1).result.resources.length;
  assert.equal(await listed(mine), 1);
  assert.equal(await listed(other), 0);
  assert.equal(await listed(connectNew(open.url)), 0);
  leave.abort();
  await listening;
  assert.equal(overheard.replaceAll(/^:.*$/gm, "").trim(), "");
});

/** Reads events until the text occurs, then disconnects. */
async function readUntil(response: Response, wanted: RegExp, leave: AbortController): Promise<string> {
  let text = "";
  try {
    for await (const chunk of response.body!) {
      text += new TextDecoder().decode(chunk as Uint8Array);
      if (wanted.test(text)) break;
    }
  } finally {
    leave.abort();
  }
  return text;
}

test("a connection that breaks in the middle of a call is resumed: each message once, the answer among them", async () => {
  const client = await connectOld(open.url);
  const leave = new AbortController();
  const params = { name: SLOW, arguments: {}, _meta: { progressToken: "p" } };
  const response = await fetch(open.url, {
    method: "POST",
    headers: { ...ACCEPT, ...client.headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: "slow", method: "tools/call", params }),
    signal: leave.signal,
  });
  const before = await readUntil(response, /notifications\/progress[^\n]*\n\n/, leave);
  const last = [...before.matchAll(/^id: (\d+)$/gm)].at(-1)![1]!;
  await new Promise((resolve) => setTimeout(resolve, 100));
  const again = new AbortController();
  const resumed = await fetch(open.url, {
    headers: { accept: "text/event-stream", ...client.headers, "last-event-id": last },
    signal: again.signal,
  });
  assert.equal(resumed.status, 200);
  const after = await readUntil(resumed, /"result"[^\n]*\n\n/, again);
  const messages = [...messagesOf(before), ...messagesOf(after)];
  const steps = messages.flatMap(({ params: step }) => (step ? [step.progress] : []));
  assert.deepEqual(
    steps,
    [...new Set(steps)].toSorted((a, b) => a - b),
  );
  assert.ok(messages.at(-1).result.content[0].text.includes("three steps"));
  // Finished responses are sent again completely, and the connection is closed.
  const whole = await fetch(open.url, {
    headers: { accept: "text/event-stream", ...client.headers, "last-event-id": last },
    signal: AbortSignal.timeout(5_000),
  });
  assert.match(await whole.text(), /three steps/);
  // Can't resume after an unknown event.
  const unknown = { accept: "text/event-stream", ...client.headers, "last-event-id": "999999" };
  assert.equal((await fetch(open.url, { headers: unknown })).status, 400);
});

test("a connection that died unnoticed gives way to the one that resumes it", async () => {
  const client = await connectOld(open.url);
  const params = { name: SLOW, arguments: {}, _meta: { progressToken: "p" } };
  const dead = await fetch(open.url, {
    method: "POST",
    headers: { ...ACCEPT, ...client.headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: "slow", method: "tools/call", params }),
  });
  const reader = dead.body!.getReader();
  const first = new TextDecoder().decode((await reader.read()).value);
  const last = /^id: (\d+)$/m.exec(first)![1]!;
  // The client reconnects from another address before the server has noticed the disconnect.
  const again = new AbortController();
  const resumed = await fetch(open.url, {
    headers: { accept: "text/event-stream", ...client.headers, "last-event-id": last },
    signal: again.signal,
  });
  assert.equal(resumed.status, 200);
  assert.match(await readUntil(resumed, /"result"[^\n]*\n\n/, again), /three steps/);
  await reader.cancel();
});

test("a client of the newer era that leaves cancels its call", async () => {
  const inFlight = async () => {
    const text = await (await fetch(new URL("/metrics", open.url))).text();
    return Number(/^jig_calls_in_flight (\d+)$/m.exec(text)![1]);
  };
  const leave = new AbortController();
  const [body, headers] = newRequest(1, "tools/call", { name: SLOW });
  const call = fetch(open.url, {
    method: "POST",
    headers: { ...ACCEPT, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...body }),
    signal: leave.signal,
  }).catch(() => {});
  while ((await inFlight()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const left = performance.now();
  leave.abort();
  await call;
  while ((await inFlight()) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok(performance.now() - left < 3_000);
});

test("a client with too much in flight waits; others do not notice", async () => {
  const small = await startServe(["--root", root, "--max-requests", "3", "--max-sessions", "4", ...FIXTURES]);
  const greedy = await connectOld(small.url);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, id) => greedy.ask(id, "tools/call", { name: SLOW })));
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.equal(statuses.filter((status) => status === 200).length, 3);
  assert.equal(statuses.filter((status) => status === 429).length, 5);
  const modest = await connectOld(small.url);
  assert.match(await modest.call(1, "extract_code_section", { file_path: "a.txt" }), /first line/);
  assert.equal((await post(small.url, hello)).status, 503);
  await small.stop();
});

test("a server that is killed and started again: sessions are gone and said to be, clients begin anew", async () => {
  const first = await startServe(["--root", root]);
  const client = await connectOld(first.url);
  first.child.kill("SIGKILL");
  await first.ended;
  const { host } = new URL(first.url);
  const second = await startServe(["--root", root, "--listen", host]);
  assert.equal(second.url, first.url);
  assert.equal((await client.ask(1, "tools/list")).status, 404);
  const anew = await connectOld(second.url);
  assert.match(await anew.call(1, "extract_code_section", { file_path: "a.txt" }), /first line/);
  await second.stop();
});

test("a stop lets running calls end, refuses new ones and leaves with 0", async () => {
  const served = await startServe(["--root", root, ...FIXTURES]);
  const client = await connectOld(served.url);
  const running = client.call(1, SLOW);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const ended = served.stop();
  assert.match(await running, /three steps/);
  assert.equal(await ended, 0);
  await assert.rejects(post(served.url, hello));
});

test("the inspector over HTTP, era modern", { timeout: 60_000 }, () => inspectorIsServed(open.url, "modern"));
