/** `jig serve` with an OAuth issuer: accepts its tokens for this server only, and separates subjects. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { connectNew, connectOld, post } from "../frontends/http-client.ts";
import { runJig, scratch } from "../jig.ts";
import { type Served, startServe } from "./served.ts";

const RESOURCE = "https://jig.example/mcp";
const root = scratch({ "a.txt": "first line\n" });
const keys = await generateKeyPair("ES256");
const foreign = await generateKeyPair("ES256");

let metadata: object = {};
const issuing = createServer(async (request, response) => {
  const found =
    request.url === "/.well-known/oauth-authorization-server"
      ? metadata
      : request.url === "/keys"
        ? { keys: [{ ...(await exportJWK(keys.publicKey)), kid: "1", alg: "ES256", use: "sig" }] }
        : undefined;
  response.writeHead(found ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(found ?? {}));
});
let issuer = "";
let served: Served;

before(async () => {
  await new Promise<void>((resolve) => issuing.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(issuing.address() as AddressInfo).port}`;
  metadata = { issuer, jwks_uri: `${issuer}/keys` };
  served = await startServe(["--root", root, "--issuer", issuer, "--resource", RESOURCE]);
});
after(async () => {
  await served?.stop();
  issuing.closeAllConnections();
  issuing.close();
});

interface Claims {
  subject?: string;
  audience?: string;
  by?: string;
  expires?: string;
  key?: CryptoKey;
}

function sign({ subject = "ann", audience = RESOURCE, by = issuer, expires = "1m", key = keys.privateKey }: Claims) {
  const token = new SignJWT().setProtectedHeader({ alg: "ES256", kid: "1" }).setSubject(subject).setAudience(audience);
  return token.setIssuer(by).setIssuedAt().setExpirationTime(expires).sign(key);
}

const bearing = (token: string) => ({ authorization: `Bearer ${token}` });

test("a client is told where to get a token, and let in with one", async () => {
  const refused = await post(served.url, { id: 1, method: "ping" });
  assert.equal(refused.status, 401);
  const where = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate")!)![1]!;
  assert.equal(where, "https://jig.example/.well-known/oauth-protected-resource");
  const told = await (await fetch(new URL(new URL(where).pathname, served.url))).json();
  assert.deepEqual(told, { resource: RESOURCE, authorization_servers: [issuer], bearer_methods_supported: ["header"] });
  const client = connectNew(served.url, bearing(await sign({})));
  assert.match(await client.call(1, "extract_code_section", { file_path: "a.txt" }), /first line/);
});

test("tokens of others, for others, out of time, unsigned or without a subject are refused", async () => {
  const unsigned = new UnsecuredJWT({ sub: "ann" }).setIssuer(issuer).setAudience(RESOURCE).setExpirationTime("1m");
  const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(keys.publicKey)));
  const confused = new SignJWT({ sub: "ann" }).setProtectedHeader({ alg: "HS256", kid: "1" }).setIssuer(issuer);
  const wrong: Record<string, string> = {
    audience: await sign({ audience: "https://other.example/mcp" }),
    issuer: await sign({ by: "https://other.example" }),
    expired: await sign({ expires: "-1m" }),
    key: await sign({ key: foreign.privateKey }),
    unsigned: unsigned.encode(),
    confused: await confused.setAudience(RESOURCE).setExpirationTime("1m").sign(secret),
    cut: (await sign({})).slice(0, -4),
    nothing: "x.y.z",
  };
  for (const [what, token] of Object.entries(wrong))
    assert.equal((await post(served.url, { id: 1, method: "ping" }, bearing(token))).status, 401, what);
});

test("a session is found by its subject only", async () => {
  const ann = await connectOld(served.url, bearing(await sign({ subject: "ann" })));
  assert.equal((await ann.ask(1, "tools/list")).status, 200);
  const bob = bearing(await sign({ subject: "bob" }));
  assert.equal((await post(served.url, { id: 1, method: "tools/list" }, { ...ann.headers, ...bob })).status, 404);
  const end = await fetch(served.url, { method: "DELETE", headers: { ...ann.headers, ...bob } });
  assert.equal(end.status, 404);
  assert.equal((await ann.ask(2, "tools/list")).status, 200);
});

test("an address where no issuer answers is refused at the start", () => {
  const { code, stderr } = runJig(["serve", "--root", root, "--issuer", "http://127.0.0.1:9", "--resource", RESOURCE]);
  assert.equal(code, 2);
  assert.match(stderr, /No OAuth issuer metadata/);
});

test("metadata that names another issuer is not believed", async () => {
  const mine = metadata;
  metadata = { issuer: "https://other.example", jwks_uri: `${issuer}/keys` };
  await assert.rejects(startServe(["--root", root, "--issuer", issuer, "--resource", RESOURCE]), /another issuer/);
  metadata = mine;
});
