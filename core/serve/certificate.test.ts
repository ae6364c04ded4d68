/** TLS certificate and key: parsing, match, validity. */
import assert from "node:assert/strict";
import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { readTls } from "./certificate.ts";

const folder = mkdtempSync(join(tmpdir(), "jig-tls-"));
after(() => rmSync(folder, { recursive: true }));

const FROM = Date.UTC(2026, 0, 1);
const TO = Date.UTC(2027, 0, 1);

function put(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o600);
  return path;
}

function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

/** Self-signed certificate for 2026. */
function certificateOf(keys: { publicKey: KeyObject; privateKey: KeyObject }): string {
  const algorithm = der(0x30, der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
  const name = der(0x30, der(0x31, der(0x30, der(0x06, Buffer.from("550403", "hex")), der(0x0c, "test"))));
  const validity = der(0x30, der(0x17, "260101000000Z"), der(0x17, "270101000000Z"));
  const subjectKey = keys.publicKey.export({ type: "spki", format: "der" });
  const body = der(0x30, der(0x02, "\x01"), algorithm, name, validity, name, subjectKey);
  const signature = createSign("sha256").update(body).sign(keys.privateKey);
  const whole = der(0x30, body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`;
}

const keys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const pem = { type: "pkcs8", format: "pem" } as const;
const cert = put("cert.pem", certificateOf(keys));
const key = put("key.pem", keys.privateKey.export(pem).toString());
const other = put(
  "other.pem",
  generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey.export(pem).toString(),
);

function read(files: { cert: string; key: string }, now: number) {
  const notes: string[] = [];
  return { pem: readTls(files, (line) => notes.push(line), now), notes };
}

test("a certificate with its key is read from its first moment to its last", () => {
  for (const now of [FROM, (FROM + TO) / 2, TO]) {
    const { pem, notes } = read({ cert, key }, now);
    assert.match(pem.cert.toString(), /BEGIN CERTIFICATE/);
    assert.match(pem.key.toString(), /BEGIN PRIVATE KEY/);
    assert.deepEqual(notes, []);
  }
});

test("before and behind its days it is refused with the day", () => {
  assert.throws(() => read({ cert, key }, FROM - 1), /is not valid before 2026-01-01T00:00:00\.000Z/);
  assert.throws(() => read({ cert, key }, TO + 1), /expired on 2027-01-01T00:00:00\.000Z/);
});

test("a key of another certificate is refused", () => {
  assert.throws(() => read({ cert, key: other }, FROM), /does not belong to the certificate/);
});

test("a file that others may read is noted, and used", () => {
  if (process.platform === "win32") return;
  chmodSync(key, 0o640);
  const { notes } = read({ cert, key }, FROM);
  assert.equal(notes.length, 1);
  assert.match(notes[0]!, /Other users can read the key/);
  chmodSync(key, 0o600);
});

test("what is missing, a folder, or no PEM of that kind is named", () => {
  const text = put("text.pem", "hello");
  mkdirSync(join(folder, "sub"));
  const fails = (files: { cert: string; key: string }, message: RegExp) =>
    assert.throws(() => read(files, FROM), { code: "INVALID_ARGUMENT", message, hint: /--tls-cert takes the chain/ });
  fails({ cert: join(folder, "none"), key }, /The certificate ".*none" does not exist/);
  fails({ cert, key: join(folder, "none") }, /The key ".*none" does not exist/);
  fails({ cert: join(folder, "sub"), key }, /is a folder/);
  fails({ cert: join(cert, "x"), key }, /cannot be read/);
  fails({ cert: text, key }, /text\.pem" is not a certificate \(PEM\)/);
  fails({ cert, key: text }, /text\.pem" is not a private key/);
});
