/** Installing from an index with the compiled binary: signed, pinned, updated, revoked, and all kinds of failures. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Ran, runJig, scratch, startJig } from "../jig.ts";
import { DRIVES } from "./evil.ts";
import { user } from "./index-user.ts";
import { index, pack, STRANGER } from "./shelf.ts";

// biome-ignore lint/suspicious/noExplicitAny: locks and manifests are looked into as they are
type Any = any;

function refused({ code, stdout, stderr }: Ran, says: RegExp) {
  assert.match(stderr, says, stdout);
  assert.equal(code, 2, stderr);
}

test("from key to index to an answer: pinned, updated with what grew, taken back and removed", () => {
  const author = user();
  author.jig("plugin", "new", "hello");
  // The author switches to a hand-written plugin.json.
  rmSync(join(author.cwd, "hello", "plugin.ts"));
  const key = join(author.cwd, "acme.pem");
  assert.equal(author.jig("plugin", "key", key).code, 0);
  const shelf = join(author.cwd, "shelf");
  mkdirSync(shelf);
  const publish = (version: string, change: (manifest: Any) => void) => {
    const file = join(author.cwd, "hello", "plugin.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    manifest.version = version;
    change(manifest);
    writeFileSync(file, JSON.stringify(manifest));
    const out = join(shelf, `hello-${version}.jigplugin`);
    const { code, stderr } = author.jig("plugin", "pack", "hello", "--out", out, "--key", key, "--owner", "acme");
    assert.equal(code, 0, stderr);
    return author.jig("plugin", "index", shelf, "--key", key);
  };
  publish("1.2.0", () => {});
  assert.match(publish("1.2.1", () => {}).stdout, /number 2, 1 plugin, 2 versions, 0 revoked/);
  publish("1.3.0", (manifest) => {
    manifest.permissions.env = ["API_TOKEN"];
    manifest.memoryMb = 1024;
  });

  const { jig, approve, lock, plugins, env, cwd } = user();
  refused(jig("plugin", "install", "acme/hello"), /No plugin index was given/);
  const first = jig("plugin", "install", "acme/hello@1.2", "--index", shelf);
  assert.equal(first.code, 1);
  assert.match(first.stdout, /Plugin hello 1\.2\.1[\s\S]*Key of acme: SHA256:\S+ \(seen for the first time/);
  assert.equal(existsSync(join(plugins, "hello")), false);
  assert.equal(approve("install", "acme/hello@1.2", "--index", shelf).code, 0);
  assert.equal(jig("call", "hello", "--file", "a.txt").code, 0);
  assert.equal(lock().plugins.hello.version, "1.2.1");

  const told = jig("plugin", "update", "--check");
  assert.equal(told.code, 1);
  assert.match(told.stdout, /acme\/hello: 1\.2\.1 is installed, 1\.3\.0 is available/);
  const grown = jig("plugin", "update");
  assert.match(
    grown.stdout,
    /An update: 1\.2\.1 is installed, this is 1\.3\.0\nIt requests more than before: env API_TOKEN, memory 1024 MB/,
  );
  assert.match(grown.stdout, /as pinned/);
  assert.equal(approve("update", "hello").code, 0);
  assert.equal(lock().plugins.hello.version, "1.3.0");
  assert.equal(jig("plugin", "update", "--check").code, 0);

  const down = jig("plugin", "install", "acme/hello@1.2.0");
  assert.match(down.stdout, /A DOWNGRADE: 1\.3\.0 is installed, this is 1\.2\.0/);
  assert.match(down.stdout, /It no longer requests env API_TOKEN/);
  assert.equal(lock().plugins.hello.version, "1.3.0");

  const revoke = ["--revoke", "acme/hello@1.3.0", "--reason", "It sends files away"];
  assert.match(author.jig("plugin", "index", shelf, "--key", key, ...revoke).stdout, /1 revoked/);
  rmSync(join(shelf, "hello-1.3.0.jigplugin"));
  assert.match(author.jig("plugin", "index", shelf, "--key", key).stdout, /3 versions, 1 revoked/);
  const warned = jig("plugin", "update", "--check");
  assert.equal(warned.code, 1);
  assert.match(
    warned.stdout,
    /1\.3\.0 was revoked by .*, so it does not run: It sends files away[\s\S]*To go back to it/,
  );
  const call = jig("call", "hello", "--file", "a.txt");
  assert.equal(call.code, 1);
  assert.match(call.stdout, /was revoked by .*: It sends files away/);
  assert.match(jig("plugin", "list").stdout, /hello 1\.3\.0 {2}unavailable[\s\S]*was revoked by/);
  refused(jig("plugin", "install", "acme/hello@1.3.0"), /was revoked/);
  assert.equal(approve("install", "acme/hello").code, 0);
  assert.equal(lock().plugins.hello.version, "1.2.1");
  assert.equal(jig("call", "hello", "--file", "a.txt").code, 0);

  assert.equal(jig("plugin", "uninstall", "hello").code, 0);
  assert.deepEqual(readdirSync(plugins), []);
  assert.deepEqual(lock().plugins, {});
  assert.ok(lock().owners.acme);
  refused(jig("plugin", "uninstall", "hello"), /There is no plugin "hello"/);
  refused(jig("plugin", "uninstall", "../.."), /There is no plugin/);
  assert.equal(runJig(["call", "hello", "--file", "a.txt"], { cwd, env }).code, 2);
});

test("a hostile pack is refused, leaves nothing and pins nothing", () => {
  const { jig, plugins, config } = user();
  const evil = JSON.parse(gunzipSync(pack()).toString());
  evil.files[0].path = "../evil.ts";
  const lies = pack({ manifest: { version: "9.9.9" } });
  for (const [bytes, says] of [
    [gzipSync(JSON.stringify(evil)), /is not a packed plugin/],
    [gzipSync(Buffer.alloc(90 * 1024 * 1024)), /more than \d+ bytes when it is unpacked/],
    [pack().subarray(0, 200), /is not a packed plugin/],
    [pack({ key: STRANGER }), /is not signed with the key that the index has for acme/],
    [lies, /called todo 9\.9\.9 in its own manifest/],
  ] as const)
    refused(jig("plugin", "install", "acme/todo", "--index", index({ "todo-1.0.0.jigplugin": bytes })), says);
  assert.deepEqual(readdirSync(plugins), []);
  assert.equal(existsSync(join(config, "plugins.lock")), false);
});

test("no index and no pack drives the terminal", () => {
  const { jig } = user();
  const clear = "\u001b[2J\u202e";
  const evil = JSON.parse(gunzipSync(pack()).toString());
  evil.files[0].path = clear;
  const shelves = [
    index({ "todo-1.0.0.jigplugin": gzipSync(JSON.stringify(evil)) }),
    index({ "todo-1.0.0.jigplugin": pack({ files: { [`${clear}.ts`]: "" } }) }),
    index({ "todo-1.0.0.jigplugin": pack() }, (content) => (content.plugins["acme/todo"]["1.0.0"].file = clear)),
    index({ "todo-1.0.0.jigplugin": pack() }, (content) => (content.plugins["acme/todo"]["1.0.0"].revoked = clear)),
    scratch({ "index.json": JSON.stringify({ format: clear, [clear]: clear, plugins: { [clear]: {} } }) }),
    scratch({ "index.json": `{"a": ${clear}}` }),
  ];
  for (const shelf of shelves) {
    const { stdout, stderr } = jig("plugin", "install", "acme/todo", "--index", shelf);
    assert.doesNotMatch(stdout + stderr, DRIVES);
  }
});

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

test("freeze, rollback, mix-and-match: an expired index, one revived by the clock, an old copy elsewhere", () => {
  const { jig, approve, lock, env } = user();
  const expires = (when: number) => (content: Any) => (content.expires = new Date(when).toISOString());
  const packs = { "todo-1.0.0.jigplugin": pack() };
  const day = 86_400_000;
  refused(
    jig("plugin", "install", "acme/todo", "--index", index(packs, expires(Date.now() - 1000), 5)),
    /expired on \d{4}-/,
  );
  assert.equal(existsSync(join(env.XDG_CONFIG_HOME!, "jig", "plugins.lock")), false);
  const shelf = index(packs, expires(Date.now() + day), 5);
  assert.equal(approve("install", "acme/todo", "--index", shelf).code, 0);
  const seen = lock().indexes[join(shelf, "index.json")] ?? Object.values<Any>(lock().indexes)[0];
  assert.ok(Math.abs(Date.parse(seen.read) - Date.now()) < day && Date.parse(seen.expires) > Date.now());
  // An old copy at another URL, which would bring back a revoked plugin.
  refused(jig("plugin", "install", "acme/todo", "--index", index(packs, undefined, 4)), /which has the same key/);
  // According to the lock file, the clock was ahead.
  const file = join(env.XDG_CONFIG_HOME!, "jig", "plugins.lock");
  const later = JSON.parse(readFileSync(file, "utf8"));
  for (const each of Object.values<Any>(later.indexes)) each.read = new Date(Date.now() + 2 * day).toISOString();
  writeFileSync(file, JSON.stringify(later));
  refused(jig("plugin", "update", "--check"), /expired on/);
});

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
before(async () => {
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  served.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

/** Async, since the server runs in this process. */
async function run(args: string[], { cwd, env }: { cwd: string; env: Record<string, string> }): Promise<Ran> {
  const child = startJig(args, { cwd, env });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => (stdout += text));
  child.stderr.on("data", (text) => (stderr += text));
  const code = await new Promise<number | null>((settle) => child.on("close", settle));
  return { code, stdout, stderr };
}

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
