/** Malicious indexes and packages are rejected with a code before anything is written. */
import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { chooseRelease, compareVersions, parseReference } from "../../core/authoring/packages/index-file.ts";
import { indexLocation } from "../../core/authoring/packages/index-location.ts";
import { readIndex, readRelease } from "../../core/authoring/packages/index-reader.ts";
import type { ErrorCode, JigError } from "../../core/host/frontend-api.ts";
import { scratch } from "../jig.ts";
import { type Any, index, pack, STRANGER } from "./shelf.ts";

const NEVER = new AbortController().signal;

async function read(folder: string, written = "acme/todo") {
  const place = indexLocation(folder, "/");
  const found = await readIndex(place, NEVER);
  const wish = parseReference(written)!;
  return await readRelease(place, found, wish, chooseRelease(found, wish, place.id), NEVER);
}

async function refused(reading: Promise<unknown>, code: ErrorCode, says: RegExp) {
  await assert.rejects(reading, (error: JigError) => {
    assert.match(error.message, says);
    assert.equal(error.code, code, error.message);
    return true;
  });
}

const GOOD = pack();
const opened = JSON.parse(gunzipSync(GOOD).toString());
const shelf = (bytes: Uint8Array, change?: (content: Any) => void) => index({ "todo-1.0.0.jigplugin": bytes }, change);
function changed(change: (content: Any) => void): Uint8Array {
  const copy = structuredClone(opened);
  change(copy);
  return gzipSync(JSON.stringify(copy));
}

test("packs: paths, links, bombs, tampering, signatures", async () => {
  assert.ok((await read(shelf(GOOD))).content.files.length > 0);
  for (const path of ["../evil.ts", "/etc/evil", "a/../../b", "a\\..\\b", "C:evil", "a//b", ".", "", "a\0b"])
    await refused(read(shelf(changed((c) => (c.files[0].path = path)))), "INVALID_ARGUMENT", /is not a packed plugin/);
  const invalid: [Uint8Array, RegExp][] = [
    [changed((c) => (c.files[0].link = "/etc/passwd")), /is not a packed plugin/],
    [changed((c) => c.files.push({ ...c.files[0], path: "PLUGIN.json" })), /it contains a path twice/],
    [
      changed((c) => c.files.push({ ...c.files[0], path: "todo.ts/x" })),
      /it uses one path as both a file and a folder/,
    ],
    [changed((c) => (c.files[1].base64 = "")), /does not match its hash/],
    [changed((c) => (c.files = c.files.slice(1))), /it has no plugin\.json/],
    [gzipSync("[".repeat(1_000_000)), /is not a packed plugin/],
    [GOOD.subarray(0, 200), /is not a packed plugin/],
    [Buffer.alloc(0), /not a plugin index/],
  ];
  for (const [bytes, says] of invalid)
    await refused(read(shelf(bytes)), bytes.length === 0 ? "UNAVAILABLE" : "INVALID_ARGUMENT", says);
  const bomb = gzipSync(Buffer.alloc(90 * 1024 * 1024));
  assert.ok(bomb.length < 100_000);
  await refused(read(shelf(bomb)), "LIMIT_EXCEEDED", /more than \d+ bytes when it is unpacked/);
  const many = Array.from({ length: 10_001 }, (_, at) => ({ path: `f${at}`, executable: false, base64: "" }));
  await refused(read(shelf(changed((c) => c.files.push(...many)))), "LIMIT_EXCEEDED", /more than 10000 files/);
  const signatures: [Uint8Array, RegExp][] = [
    [pack({ key: STRANGER }), /is not signed with the key that the index has for acme/],
    [pack({ owner: "other" }), /not signed by acme/],
    [changed((c) => delete c.signed), /not signed by acme/],
    [changed((c) => (c.signed.signature = STRANGER.sign("anything"))), /a wrong signature/],
    // Signed with another name and version.
    [pack({ name: "other" }), /a wrong signature/],
    [pack({ version: "0.9.0" }), /a wrong signature/],
  ];
  for (const [bytes, says] of signatures) await refused(read(shelf(bytes)), "UNTRUSTED", says);
});

test("indexes: what they promise, where they lead, who signed them", async () => {
  const release = (content: Any) => content.plugins["acme/todo"]["1.0.0"];
  const wrong: [(content: Any) => void, ErrorCode, RegExp][] = [
    [(c) => (release(c).sha256 = "0".repeat(64)), "UNTRUSTED", /does not match the hash/],
    [(c) => (release(c).bytes += 1), "UNAVAILABLE", /ended after \d+ of \d+ bytes/],
    [(c) => (release(c).bytes -= 1), "LIMIT_EXCEEDED", /more than \d+ bytes/],
    [(c) => (release(c).bytes = 1e9), "LIMIT_EXCEEDED", /has 1000000000 bytes, but a plugin may have at most/],
    [(c) => (release(c).file = "../todo-1.0.0.jigplugin"), "UNAVAILABLE", /not a plugin index/],
    [(c) => (release(c).file = "/etc/passwd"), "UNAVAILABLE", /not a plugin index/],
    [(c) => (release(c).file = "file:///etc/passwd"), "UNAVAILABLE", /not a plugin index/],
    [(c) => (release(c).file = "http://example.com/a"), "INVALID_ARGUMENT", /must use https/],
    [(c) => (release(c).file = "none.jigplugin"), "PATH_NOT_FOUND", /Cannot read/],
    [(c) => (release(c).revoked = "a\u001b[2Jb"), "UNAVAILABLE", /not a plugin index/],
    [(c) => (release(c).revoked = "It steals"), "UNTRUSTED", /1\.0\.0 was revoked by .*: It steals/],
    [(c) => delete c.owners.acme, "UNTRUSTED", /is not signed with the key that the index has/],
    [(c) => (c.owners.acme = "AAAA"), "UNAVAILABLE", /not a plugin index/],
    [(c) => (c.plugins = {}), "INVALID_ARGUMENT", /There is no acme\/todo/],
    [(c) => (c.serial = 1.5), "UNAVAILABLE", /not a plugin index/],
  ];
  for (const [change, code, says] of wrong) await refused(read(shelf(GOOD, change)), code, says);
  await refused(read(shelf(GOOD), "acme/todoo"), "INVALID_ARGUMENT", /There is no acme\/todoo/);
  await refused(read(shelf(GOOD), "acme/todo@2"), "INVALID_ARGUMENT", /There is no version 2 of/);
  const forged = shelf(GOOD);
  const file = join(forged, "index.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"serial": 1', '"serial": 2'));
  await refused(read(forged), "UNTRUSTED", /The signature of the index .* is wrong/);
  const device = scratch();
  symlinkSync("/dev/zero", join(device, "index.json"));
  await refused(read(device), "NOT_A_FILE", /not a regular file/);
});

test("names and versions: what is meant by which words", () => {
  assert.deepEqual(parseReference("acme/todo@1.2"), { owner: "acme", name: "todo", version: "1.2" });
  for (const word of ["todo", "a/b/c", "acme/todo@", "../todo", "acme/constructor", "A/b", "a/b.jigplugin"])
    assert.equal(parseReference(word), undefined, word);
  const versions = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0",
    "1.2.0",
    "1.10.0",
  ];
  const shuffled = [...versions].reverse().sort(compareVersions);
  assert.deepEqual(shuffled, versions);
  const releases = Object.fromEntries(
    versions.map((version) => [version, { file: "a", bytes: 1, sha256: "0".repeat(64) }]),
  );
  const all = { plugins: { "acme/todo": { ...releases, "1.10.1": { ...releases["1.10.0"], revoked: "x" } } } } as Any;
  const newest = (version?: string) => chooseRelease(all, { owner: "acme", name: "todo", version }, "here").version;
  assert.deepEqual(
    [newest(), newest("1"), newest("1.2"), newest("1.0.0-beta.2")],
    ["1.10.0", "1.10.0", "1.2.0", "1.0.0-beta.2"],
  );
});
