/** Indexes over HTTP and TLS, and keys that do not fit. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Ran, scratch, startJig } from "../jig.ts";
import { refused, user } from "./index-user.ts";
import { index, pack, STRANGER } from "./shelf.ts";

// biome-ignore lint/suspicious/noExplicitAny: locks and manifests are looked into as they are
type Any = any;

const served = { folder: "", cut: 0, url: "" };

const serve: RequestListener = (request, response) => {
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  if (path.startsWith("/away"))
    return void response.writeHead(302, { location: "http://example.com/index.json" }).end();
  if (path.startsWith("/moved/")) return void response.writeHead(301, { location: path.slice("/moved".length) }).end();
  if (path.startsWith("/around")) return void response.writeHead(302, { location: "/around" }).end();
  if (path.startsWith("/endless")) {
    const more = () =>
      response.destroyed || (response.write(Buffer.alloc(1 << 20)) ? setImmediate(more) : response.once("drain", more));
    return void more();
  }
  const file = join(served.folder, path);
  if (!existsSync(file)) return void response.writeHead(404).end();
  const bytes = readFileSync(file);
  response.writeHead(200, { "content-length": bytes.length });
  if (served.cut > 0 && path.endsWith(".jigplugin"))
    response.write(bytes.subarray(0, served.cut), () => response.destroy());
  else response.end(bytes);
};

const server = createServer(serve);

/** Async, since the server runs in this process. */
async function run(args: string[], { cwd, env }: { cwd: string; env: Record<string, string> }): Promise<Ran> {
  const child = startJig(args, { cwd, env });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => (stdout += text));
  child.stderr.on("data", (text) => (stderr += text));
  const code = await new Promise<number | null>((settle) => child.on("close", settle));
  return { code, stdout, stderr };
}

test("pinned keys, an older index and a version written anew are refused; a vouched key is taken", () => {
  const { jig, approve, lock, answer } = user();
  const shelf = index({ "todo-1.0.0.jigplugin": pack() }, undefined, 5);
  assert.equal(approve("install", "acme/todo", "--index", shelf).code, 0);
  assert.deepEqual(JSON.parse(answer().stdout), { version: "1.0.0" });
  const put = (folder: string) => {
    for (const name of readdirSync(folder)) cpSync(join(folder, name), join(shelf, name));
  };
  const newer = { "todo-1.0.0.jigplugin": pack(), "todo-1.1.0.jigplugin": pack({ version: "1.1.0" }) };
  put(index(newer, undefined, 4));
  refused(jig("plugin", "update"), /older than one that was read before \(4 after 5\)/);
  put(index(newer, undefined, 5));
  refused(jig("plugin", "update"), /different from an earlier one with the same number/);
  put(index(newer, undefined, 6, STRANGER));
  refused(jig("plugin", "update"), /a different key than before/);
  const theirs = (content: Any) => (content.owners.acme = STRANGER.publicKey);
  put(index({ "todo-1.1.0.jigplugin": pack({ version: "1.1.0", key: STRANGER }) }, theirs, 7));
  const other = jig("plugin", "update");
  refused(other, /acme has a different key than before/);
  put(index({ "todo-1.0.0.jigplugin": pack({ files: { "more.ts": "" } }) }, undefined, 8));
  refused(jig("plugin", "install", "acme/todo@1.0.0"), /differs from the one that was installed/);
  const elsewhere = (content: Any) => {
    content.owners.other = content.owners.acme;
    content.plugins["other/todo"] = content.plugins["acme/todo"];
  };
  const second = index({ "todo-1.0.0.jigplugin": pack({ owner: "other" }) }, elsewhere, 9);
  refused(jig("plugin", "install", "other/todo", "--index", second), /"todo" of acme is already installed/);
  assert.equal(lock().plugins.todo.version, "1.0.0");
  put(index({ "todo-1.1.0.jigplugin": pack({ version: "1.1.0", key: STRANGER }) }, theirs, 9));
  const vouched = /--new-key (\S+)/.exec(other.stderr)?.[1] ?? "";
  assert.equal(approve("update", "todo", "--new-key", vouched).code, 0);
  assert.equal(lock().owners.acme, STRANGER.publicKey);
  assert.deepEqual(JSON.parse(answer().stdout), { version: "1.1.0" });
});

before(async () => {
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  served.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

after(() => {
  server.closeAllConnections();
  server.close();
});

test("an index over HTTP: moved, missing, cut off, endless, unsafe", async () => {
  const who = user();
  served.folder = index({ "todo-1.0.0.jigplugin": pack() });
  const install = (place: string, ...more: string[]) =>
    run(["plugin", "install", "acme/todo", "--index", place, ...more], who);
  refused(await install(`${served.url}/away/`), /must use https:, not "http:\/\/example\.com/);
  refused(await install("http://example.com/"), /must use https/);
  refused(await install("ftp://example.com/"), /must use https/);
  refused(await install(`${served.url}/around/`), /redirects more than 5 times/);
  refused(await install(`${served.url}/none/`), /answers 404/);
  refused(await install(`${served.url}/endless/`), /more than \d+ bytes/);
  refused(await install("http://127.0.0.1:1/"), /Cannot read/);
  served.cut = 100;
  refused(await install(`${served.url}/`), /ended after 100 of|Cannot read/);
  served.cut = 0;
  const shown = await install(`${served.url}/moved/`);
  const hash = /--hash ([0-9a-f]+)/.exec(shown.stderr)?.[1] ?? "none";
  const two = await Promise.all([install(`${served.url}/`, "--hash", hash), install(`${served.url}/`, "--hash", hash)]);
  assert.deepEqual(
    two.map(({ code }) => code),
    [0, 0],
    two.map(({ stderr }) => stderr).join("\n"),
  );
  assert.deepEqual(readdirSync(who.plugins), ["todo"]);
  assert.deepEqual(JSON.parse(who.answer().stdout), { version: "1.0.0" });
});

/** Undefined if openssl is missing. */
function certificate(name: string) {
  const folder = scratch();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-subj", "/CN=jig test", "-addext", `subjectAltName=${name}`, "-keyout", key, "-out", cert],
  ]);
  return made.status === 0 ? { file: cert, key: readFileSync(key), cert: readFileSync(cert) } : undefined;
}

const here = certificate("IP:127.0.0.1");

test("an index over TLS: only with a certificate that is trusted and for that name", {
  skip: here ? false : "there is no openssl",
}, async () => {
  served.folder = index({ "todo-1.0.0.jigplugin": pack() });
  const elsewhere = certificate("DNS:example.com")!;
  for (const [shown, trusts, says] of [
    [here!, undefined, /^jig: The certificate of https:\S+ is not trusted: [\s\S]*NODE_EXTRA_CA_CERTS/],
    [elsewhere, elsewhere, /^jig: The certificate of https:\S+ is not trusted/],
    [here!, elsewhere, /^jig: The certificate of https:\S+ is not trusted/],
    [here!, here!, undefined],
  ] as const) {
    const secure = createTlsServer({ key: shown.key, cert: shown.cert }, serve);
    await new Promise<void>((settle) => secure.listen(0, "127.0.0.1", settle));
    const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
    const who = user();
    const env = { ...who.env, ...(trusts ? { NODE_EXTRA_CA_CERTS: trusts.file } : {}) };
    const words = ["plugin", "install", "acme/todo", "--index", url];
    const first = await run(words, { ...who, env });
    if (says) refused(first, says);
    else {
      const hash = /--hash ([0-9a-f]+)/.exec(first.stderr)?.[1] ?? "none";
      assert.equal((await run([...words, "--hash", hash], { ...who, env })).code, 0, first.stderr);
      assert.deepEqual(JSON.parse(who.answer().stdout), { version: "1.0.0" });
    }
    assert.equal(existsSync(join(who.plugins, "todo")), !says);
    secure.closeAllConnections();
    secure.close();
  }
});
