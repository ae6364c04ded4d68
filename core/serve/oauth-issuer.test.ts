/** OAuth issuer: finding keys, and which tokens are valid. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT, UnsecuredJWT } from "jose";
import { createVerifier, resourceMetadata, secureUrl } from "./oauth-issuer.ts";

const RESOURCE = "https://jig.example/mcp";
const keys = await generateKeyPair("ES256");
const others = await generateKeyPair("ES256");

/** Responses by path, otherwise 404. */
let pages: Record<string, unknown> = {};
let isDown = false;
const asked: string[] = [];
const server = createServer(async (request, response) => {
  asked.push(request.url!);
  const page = request.url === "/keys" ? { keys: await publicKeys() } : pages[request.url!];
  if (isDown) return void response.writeHead(502).end();
  response.writeHead(page === undefined ? 404 : 200).end(typeof page === "string" ? page : JSON.stringify(page ?? {}));
});
let origin = "";
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

/** By key id. */
const published: Record<string, CryptoKey> = { 1: keys.publicKey };

async function publicKeys(): Promise<object[]> {
  return await Promise.all(
    Object.entries(published).map(async ([kid, key]) => ({ ...(await exportJWK(key)), kid, use: "sig" })),
  );
}

interface Claims {
  subject?: string;
  audience?: string;
  issuer?: string;
  expires?: string;
  key?: CryptoKey;
}

function sign({ subject, audience = RESOURCE, issuer = origin, expires = "1m", key = keys.privateKey }: Claims) {
  const token = new SignJWT().setProtectedHeader({ alg: "ES256", kid: "1" }).setAudience(audience).setIssuer(issuer);
  if (subject !== undefined) token.setSubject(subject);
  return (expires === "" ? token : token.setExpirationTime(expires)).sign(key);
}

const AUTHORIZATION = "/.well-known/oauth-authorization-server";
const metadata = (issuer = origin) => ({ issuer, jwks_uri: `${origin}/keys` });

test("a token that the issuer signed for this server names its subject", async () => {
  pages = { [AUTHORIZATION]: metadata() };
  const verify = await createVerifier(origin, RESOURCE);
  assert.deepEqual(await verify(await sign({ subject: "ann" })), { subject: "ann" });
});

test("whatever algorithm the issuer signs with counts, where only it has the key", async () => {
  pages = { [AUTHORIZATION]: metadata() };
  const verify = await createVerifier(origin, RESOURCE);
  const rsa = await generateKeyPair("RS256", { extractable: true });
  const pem = await exportPKCS8(rsa.privateKey);
  for (const alg of ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]) {
    const isRsa = /^[RP]S/.test(alg);
    const { publicKey, privateKey } = isRsa ? rsa : await generateKeyPair(alg);
    published[alg] = publicKey;
    const token = new SignJWT({ sub: "ann" }).setProtectedHeader({ alg, kid: alg }).setAudience(RESOURCE);
    const key = isRsa ? await importPKCS8(pem, alg) : privateKey;
    const signed = await token.setIssuer(origin).setExpirationTime("1m").sign(key);
    assert.deepEqual(await (await createVerifier(origin, RESOURCE))(signed), { subject: "ann" }, alg);
  }
  const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(keys.publicKey)));
  const shared = new SignJWT({ sub: "ann" }).setProtectedHeader({ alg: "HS256", kid: "1" }).setAudience(RESOURCE);
  assert.equal(await verify(await shared.setIssuer(origin).setExpirationTime("1m").sign(secret)), undefined);
});

test("tokens of others, for others, out of time, unsigned or without a subject do not count", async () => {
  pages = { [AUTHORIZATION]: metadata() };
  const verify = await createVerifier(origin, RESOURCE);
  const subject = "ann";
  const wrong = {
    audience: await sign({ subject, audience: "https://other.example/mcp" }),
    issuer: await sign({ subject, issuer: "https://other.example" }),
    expired: await sign({ subject, expires: "-1m" }),
    endless: await sign({ subject, expires: "" }),
    key: await sign({ subject, key: others.privateKey }),
    nobody: await sign({}),
    unsigned: new UnsecuredJWT({ sub: subject }).setIssuer(origin).setAudience(RESOURCE).encode(),
    nothing: "x.y.z",
  };
  for (const [what, token] of Object.entries(wrong)) assert.equal(await verify(token), undefined, what);
});

test("an issuer that gives no keys says nothing of a token", async () => {
  pages = { [AUTHORIZATION]: metadata() };
  const verify = await createVerifier(origin, RESOURCE);
  const token = await sign({ subject: "ann" });
  isDown = true;
  await assert.rejects(verify(token), { code: "UNAVAILABLE" });
  assert.equal(await verify("x.y.z"), undefined);
  isDown = false;
  assert.deepEqual(await verify(token), { subject: "ann" });
  pages = { [AUTHORIZATION]: { issuer: origin, jwks_uri: "http://127.0.0.1:1/" } };
  await assert.rejects((await createVerifier(origin, RESOURCE))(token), { code: "UNAVAILABLE" });
});

test("metadata is looked for by OAuth's rule, then by OpenID's, with the issuer's path where each has it", async () => {
  asked.length = 0;
  pages = { "/team/.well-known/openid-configuration": metadata(`${origin}/team`) };
  await createVerifier(`${origin}/team/`, RESOURCE);
  assert.deepEqual(asked, [`${AUTHORIZATION}/team`, "/team/.well-known/openid-configuration"]);
  asked.length = 0;
  pages = { [AUTHORIZATION]: metadata(`${origin}/`) };
  await createVerifier(origin, RESOURCE);
  assert.deepEqual(asked, [AUTHORIZATION]);
});

test("an address without metadata is refused with the places", async () => {
  for (const page of [undefined, "no json", { issuer: origin }, { issuer: origin, jwks_uri: 5 }]) {
    pages = page === undefined ? {} : { [AUTHORIZATION]: page };
    await assert.rejects(createVerifier(origin, RESOURCE), {
      code: "UNAVAILABLE",
      message: `No OAuth issuer metadata at ${origin}/`,
      hint: `It must answer at ${origin}${AUTHORIZATION} or ${origin}/.well-known/openid-configuration`,
    });
  }
});

test("metadata of another issuer, or with keys that come in the clear, is not believed", async () => {
  pages = { [AUTHORIZATION]: metadata("https://other.example") };
  await assert.rejects(createVerifier(origin, RESOURCE), /names another issuer/);
  pages = { [AUTHORIZATION]: { issuer: origin, jwks_uri: "http://keys.example/" } };
  await assert.rejects(createVerifier(origin, RESOURCE), /The issuer's jwks_uri takes an https: URL/);
});

test("secureUrl() takes TLS, or this machine", () => {
  assert.equal(secureUrl("https://a.example/x", "--issuer").href, "https://a.example/x");
  assert.equal(secureUrl("http://127.0.0.1:1", "--issuer").href, "http://127.0.0.1:1/");
  assert.equal(secureUrl("http://[::1]:1", "--issuer").href, "http://[::1]:1/");
  for (const wrong of ["http://a.example", "http://[::2]", "ftp://localhost", "a.example", ""])
    assert.throws(() => secureUrl(wrong, "--issuer"), { code: "INVALID_ARGUMENT", message: /--issuer takes an https/ });
});

test("a client is told of the server and its issuer", () => {
  assert.deepEqual(resourceMetadata("https://i.example", RESOURCE), {
    resource: RESOURCE,
    authorization_servers: ["https://i.example"],
    bearer_methods_supported: ["header"],
  });
});
