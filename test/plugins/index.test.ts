/** Installing from an index with the compiled binary: signed, pinned, updated, revoked, and all kinds of failures. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { runJig, scratch } from "../jig.ts";
import { DRIVES } from "./evil.ts";
import { refused, user } from "./index-user.ts";
import { index, pack, STRANGER } from "./shelf.ts";

// biome-ignore lint/suspicious/noExplicitAny: locks and manifests are looked into as they are
type Any = any;

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
