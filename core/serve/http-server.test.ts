/** HTTP server: rejected options, messages for the operator, shutdown. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { fakeHost } from "../../test/frontends/fake-host.ts";
import { connectNew, connectOld, messagesOf, newRequest, post } from "../../test/frontends/http-client.ts";
import { openHttp } from "../../test/frontends/http-frontend.ts";

const TOKEN = "0123456789abcdef";
const platform = process.platform;
const hello = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

function pausing() {
  const started = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const host = fakeHost({
    slow: {
      async run() {
        started.resolve();
        await end.promise;
        return { value: "done" };
      },
    },
    fails: { run: () => ({ value: "no", failed: true }) },
    breaks: { run: () => ({ value: undefined as never }) },
  });
  return { host, started: started.promise, end: end.resolve };
}

test("what is not this machine needs a token, and is told that it travels in the clear", async () => {
  const { host } = pausing();
  await assert.rejects(openHttp(host, { listen: "0.0.0.0:0" }), {
    code: "INVALID_ARGUMENT",
    message: /Listening on 0\.0\.0\.0 needs a token/,
    hint: /--token-file FILE/,
  });
  const served = await openHttp(host, { listen: "0.0.0.0:0", token: { flag: TOKEN, platform } });
  assert.match(served.notes.join(), /are sent unencrypted/);
  const url = served.url.replace("0.0.0.0", "127.0.0.1");
  assert.equal((await post(url, hello)).status, 401);
  assert.equal((await post(url, hello, { authorization: `Bearer ${TOKEN}` })).status, 200);
  assert.equal(await served.stop(), 0);
  const here = await openHttp(pausing().host);
  assert.deepEqual(here.notes, []);
  await here.stop();
});

test("options that do not belong together, and a port that is taken, are refused", async () => {
  const { host } = pausing();
  const alone = {
    code: "INVALID_ARGUMENT",
    message: /--issuer and --resource go together/,
    hint: /--resource is the URL/,
  };
  await assert.rejects(openHttp(host, { issuer: "https://i.example" }), alone);
  await assert.rejects(openHttp(host, { resource: "https://jig.example" }), alone);
  const both = { issuer: "https://i.example", resource: "http://jig.example" };
  await assert.rejects(openHttp(host, both), /--resource takes an https: URL/);
  await assert.rejects(openHttp(host, { tls: { cert: "/none", key: "/none" } }), /The certificate "\/none"/);
  const first = await openHttp(host);
  await assert.rejects(openHttp(pausing().host, { listen: new URL(first.url).host }), { code: "UNAVAILABLE" });
  await first.stop();
});

test("an issuer's tokens are let in beside the shared one, and clients are told of it", async () => {
  const issuing = createServer((_, response) => {
    response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }));
  });
  await new Promise<void>((resolve) => issuing.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(issuing.address() as AddressInfo).port}`;
  const resource = "https://jig.example/mcp";
  const served = await openHttp(pausing().host, { issuer, resource, token: { flag: TOKEN, platform } });
  for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"]) {
    const metadata = await (await fetch(new URL(path, served.url))).json();
    assert.deepEqual(metadata, { resource, authorization_servers: [issuer], bearer_methods_supported: ["header"] });
  }
  const refused = await post(served.url, hello, { authorization: "Bearer x.y.z" });
  assert.equal(refused.status, 401);
  assert.match(
    refused.headers.get("www-authenticate")!,
    /resource_metadata="https:\/\/jig\.example\/\.well-known\/oauth-protected-resource"/,
  );
  assert.equal((await post(served.url, hello, { authorization: `Bearer ${TOKEN}` })).status, 200);
  await served.stop();
  issuing.close();
});

test("calls are counted by how they ended", async () => {
  const { host, started, end } = pausing();
  const served = await openHttp(host);
  const metrics = async () => await (await fetch(new URL("/metrics", served.url))).text();
  const client = connectNew(served.url);
  const slow = client.call(1, "slow");
  await started;
  assert.match(await metrics(), /^jig_calls_in_flight 1$/m);
  end();
  await slow;
  await client.call(2, "fails");
  await client.ask(3, "tools/call", { name: "none" });
  const page = await metrics();
  for (const line of [
    "jig_calls_in_flight 0",
    'jig_calls_total{tool="slow",result="ok"} 1',
    'jig_calls_total{tool="fails",result="failed"} 1',
    'jig_calls_total{tool="unknown",result="error"} 1',
    "jig_sessions 0",
  ])
    assert.ok(page.split("\n").includes(line), line);
  assert.ok(Number(/^jig_call_seconds_total\{tool="slow"\} (.+)$/m.exec(page)![1]) < 60);
  await connectOld(served.url);
  assert.match(await metrics(), /^jig_sessions 1$/m);
  await served.stop();
});

test("when it is to stop, running calls are answered, new ones refused, listeners told, and the host closed", async () => {
  const { host, started, end } = pausing();
  const served = await openHttp(host);
  const session = await connectOld(served.url);
  const slow = session.call(1, "slow");
  const [body, headers] = newRequest(2, "subscriptions/listen", {
    notifications: { toolsListChanged: true },
  } as object);
  const listening = fetch(served.url, {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...body }),
  }).then((response) => response.text());
  await started;
  await new Promise((resolve) => setTimeout(resolve, 20));
  const kept = fetch(new URL("/health", served.url));
  await kept;
  const exit = served.stop();
  assert.ok(!host.closed);
  await new Promise((resolve) => setTimeout(resolve, 50));
  end();
  assert.equal(await slow, "done");
  assert.equal(messagesOf(await listening).at(-1).id, 2);
  assert.equal(await exit, 0);
  assert.ok(host.closed);
  await assert.rejects(fetch(served.url));
});

test("the end is told when the host is closed, not before", async () => {
  const host = fakeHost({});
  const closing = Promise.withResolvers<void>();
  const { close } = host;
  host.close = () => closing.promise.then(() => close());
  const served = await openHttp(host);
  let code: number | undefined;
  const exit = served.stop().then((given) => {
    code = given;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(code, undefined);
  closing.resolve();
  await exit;
  assert.equal(code, 0);
});

test("an address with colons stands in brackets", async () => {
  const served = await openHttp(fakeHost({}), { listen: "[::1]:0" }).catch((error) => {
    if (/EADDRNOTAVAIL|EAFNOSUPPORT/.test(error.message)) return undefined; // No IPv6 on this machine.
    throw error;
  });
  if (!served) return;
  assert.match(served.url, /^http:\/\/\[::1\]:\d+\/mcp$/);
  assert.equal((await post(served.url, hello)).status, 200);
  await served.stop();
});

test("a stop that came before it listens ends it at once", async () => {
  const host = fakeHost({});
  const signal = AbortSignal.abort();
  const served = await openHttp(host, { signal });
  await assert.doesNotReject(served.stop());
  assert.ok(host.closed);
});

test("instructions name the budget that suits the client", async () => {
  const served = await openHttp(fakeHost({}), { budget: 1234 });
  const { messages } = await post(served.url, hello);
  assert.match(messages[0].result.instructions, /at most 1234 characters/);
  assert.equal(messages[0].result.serverInfo.version, "1.2.3");
  await served.stop();
});
