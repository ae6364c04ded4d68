/** TLS: `jig serve` with a certificate, and Zoekt servers with a private CA. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { environment, JIG, runJig, scratch } from "../jig.ts";
import { startServe } from "./served.ts";

const folder = scratch({ "root/a.txt": "one needle\n" });
const at = (name: string) => join(folder, name);
const ends: (() => void)[] = [];
const made = makeCertificates();
after(() => {
  for (const end of ends) end();
});

/** Creates a CA with valid, wrong-host and expired certificates. False without openssl. */
function makeCertificates(): boolean {
  const openssl = (...args: string[]) => spawnSync("openssl", args, { cwd: folder, stdio: "ignore" }).status === 0;
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  if (!openssl("req", "-x509", ...key, "-days", "2", "-subj", "/CN=own", "-keyout", "ca.key", "-out", "ca.pem"))
    return false;
  return (
    [
      ["good", "DNS:localhost,IP:127.0.0.1", "2"],
      ["other", "DNS:elsewhere.example", "2"],
      ["old", "DNS:localhost,IP:127.0.0.1", "-1"],
    ] as const
  ).every(([name, names, days]) => {
    writeFileSync(at(`${name}.ext`), `subjectAltName=${names}`);
    const asked = openssl("req", ...key, "-subj", `/CN=${name}`, "-keyout", `${name}.key`, "-out", `${name}.csr`);
    chmodSync(at(`${name}.key`), 0o600);
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", days, "-extfile", `${name}.ext`];
    return asked && openssl("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.pem`, ...by);
  });
}

const skip = !made && "openssl is not here to make certificates";

test("jig serve over TLS: curl and a client of MCP that know the authority, and nobody else", { skip }, async () => {
  const served = await startServe(["--root", at("root"), "--tls-cert", at("good.pem"), "--tls-key", at("good.key")]);
  ends.push(() => void served.stop());
  assert.match(served.url, /^https:/);
  const curl = (...args: string[]) =>
    spawnSync("curl", ["-s", "-o", "-", ...args, new URL("/health", served.url).href], { encoding: "utf8" });
  const known = curl("--cacert", at("ca.pem"));
  if (known.error === undefined) {
    assert.equal(known.stdout, '{"status":"ok"}');
    assert.notEqual(curl().status, 0);
  }
  const ca = readFileSync(at("ca.pem"), "utf8");
  const transport = new StreamableHTTPClientTransport(new URL(served.url), {
    fetch: (url, init) => fetch(url, { ...init, tls: { ca } } as RequestInit),
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const { content } = await client.callTool({ name: "search_content", arguments: { query: "needle" } });
  assert.match(JSON.stringify(content), /one needle/);
  await client.close();
  await assert.rejects(fetch(new URL("/health", served.url)), /certificate/);
  const plain = await fetch(new URL("/health", served.url.replace("https:", "http:"))).catch(() => undefined);
  assert.notEqual(plain?.status, 200);
  assert.equal(await served.stop(), 0);
});

test("certificates and keys that cannot serve are refused before anything listens", { skip }, () => {
  writeFileSync(at("text.pem"), "no certificate\n");
  const fails = (cert: string, key: string, wanted: RegExp) => {
    const { code, stderr } = runJig(["serve", "--listen", "127.0.0.1:0", "--tls-cert", at(cert), "--tls-key", at(key)]);
    assert.deepEqual([code, wanted.test(stderr)], [2, true], stderr);
  };
  fails("nothing.pem", "good.key", /certificate ".*nothing\.pem" does not exist/);
  fails("good.pem", "nothing.key", /key ".*nothing\.key" does not exist/);
  fails("text.pem", "good.key", /text\.pem" is not a certificate/);
  fails("good.pem", "text.pem", /text\.pem" is not a private key/);
  fails("good.pem", "other.key", /does not belong to the certificate/);
  fails("old.pem", "old.key", /expired on 20/);
  fails("good.pem", ".", /is a folder/);
  if (process.getuid?.() === 0) return;
  chmodSync(at("good.key"), 0);
  fails("good.pem", "good.key", /may not be read by this user/);
  chmodSync(at("good.key"), 0o600);
});

test("a Zoekt server behind a certificate: of a known authority, of an unknown one, of another host, out of date, none at all", {
  skip,
}, async () => {
  const list = { List: { Repos: [{ Repository: { Name: "org/game", Branches: [{ Name: "HEAD", Version: "c0" }] } }] } };
  const listen = async (name: string) => {
    const tls = { cert: readFileSync(at(`${name}.pem`)), key: readFileSync(at(`${name}.key`)) };
    const server = createServer(tls, (request, response) => {
      request.resume().on("end", () => response.end(JSON.stringify(list)));
    });
    await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
    ends.push(() => server.close());
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const ask = async (url: string, ca?: string) => {
    const env = environment(ca === undefined ? {} : { NODE_EXTRA_CA_CERTS: ca });
    const child = spawn(JIG, ["list_repos", "--root", at("root"), "--json", "--zoekt", url], { env });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    await new Promise((settle) => child.on("close", settle));
    return printed;
  };
  const good = await listen("good");
  assert.match(await ask(good, at("ca.pem")), /repo:org\/game/);
  assert.match(await ask(good), /certificate of 127\.0\.0\.1:\d+ was rejected.*NODE_EXTRA_CA_CERTS/);
  assert.match(await ask(await listen("other"), at("ca.pem")), /was rejected: .*altnames/);
  assert.match(await ask(await listen("old"), at("ca.pem")), /was rejected: certificate has expired/);
  const open = await startServe(["--root", at("root")]);
  ends.push(() => void open.stop());
  assert.match(await ask(open.url.replace("http:", "https:").replace("/mcp", ""), at("ca.pem")), /does not speak TLS/);
  await open.stop();
});
