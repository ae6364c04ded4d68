/** Plugin index: order of versions, references, and signatures. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseRelease, compareVersions, type IndexBody, parseIndex, parseReference, signIndex } from "./index-file.ts";
import { newSigningKey, signingKey } from "./package-signing.ts";

const key = signingKey(newSigningKey(), "test");
const other = signingKey(newSigningKey(), "other");
const release = (revoked?: string) => ({
  file: "a.jigplugin",
  bytes: 5,
  sha256: "0".repeat(64),
  ...(revoked === undefined ? {} : { revoked }),
});
const body: IndexBody = {
  format: 1,
  serial: 3,
  expires: "2030-01-01T00:00:00.000Z",
  key: key.publicKey,
  owners: { ann: key.publicKey },
  plugins: {
    "ann/tool": { "1.2.0": release(), "1.10.0": release(), "1.11.0": release("broken"), "2.0.0-rc.1": release() },
    "ann/gone": { "1.0.0": release("unsafe") },
    "ann/early": { "0.1.0-beta": release() },
  },
};
const parsed = (text: string) => parseIndex(Buffer.from(text), "here");

test("versions are ordered as semantic versions are", () => {
  const ordered = [
    ...["1.0.0-1", "1.0.0-2", "1.0.0-10", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0"],
    ...["1.0.1", "1.1.0", "1.10.0", "2.0.0"],
  ];
  for (const [at, version] of ordered.entries())
    for (const [otherAt, second] of ordered.entries())
      assert.equal(Math.sign(compareVersions(version, second)), Math.sign(at - otherAt), `${version} ${second}`);
});

test("a reference is owner/name, perhaps with the beginning of a version", () => {
  assert.deepEqual(parseReference("ann/tool"), { owner: "ann", name: "tool", version: undefined });
  assert.deepEqual(parseReference("ann/tool@1.2"), { owner: "ann", name: "tool", version: "1.2" });
  for (const wrong of ["tool", "./ann/tool", "ann/tool/x", "Ann/tool", "ann/", "constructor/tool", "ann/tool@"])
    assert.equal(parseReference(wrong), undefined, wrong);
});

test("it means the newest release that was not taken back; what comes before one must be named", () => {
  const index = { ...body, signature: "" };
  const choose = (written: string) => chooseRelease(index, parseReference(written)!, "here").version;
  assert.equal(choose("ann/tool"), "1.10.0");
  assert.equal(choose("ann/tool@1.2"), "1.2.0");
  assert.equal(choose("ann/tool@1"), "1.10.0");
  assert.equal(choose("ann/tool@2.0.0-rc.1"), "2.0.0-rc.1");
  assert.throws(() => choose("ann/tool@2"), /There is no version 2 of ann\/tool in here/);
  assert.throws(() => choose("ann/early"), /There is no stable version of ann\/early/);
  assert.throws(() => choose("ann/tool@1.11"), { code: "UNTRUSTED", message: /1\.11\.0 was revoked by here: broken/ });
  assert.throws(() => choose("ann/gone"), { code: "UNTRUSTED" });
  assert.throws(() => choose("ann/tol"), { code: "INVALID_ARGUMENT", hint: 'Did you mean "ann/tool"?' });
});

test("an index is what its key signed, in whatever order it is written", () => {
  const text = signIndex(body, key);
  assert.equal(parsed(text).serial, 3);
  const { plugins, ...rest } = JSON.parse(text);
  const turned = Object.fromEntries(Object.entries(plugins).reverse());
  assert.equal(parsed(JSON.stringify({ plugins: turned, ...rest })).serial, 3);
  for (const wrong of [{ ...rest, plugins, serial: 4 }, JSON.parse(signIndex(body, other))])
    assert.throws(() => parsed(JSON.stringify(wrong)), { code: "UNTRUSTED" });
});

test("what is no index is refused", () => {
  for (const wrong of ["{", "{}", JSON.stringify({ ...body, signature: "x", more: 1 })])
    assert.throws(() => parsed(wrong), { code: "UNAVAILABLE", message: /here is not a plugin index/ });
  const at = (file: string) =>
    signIndex({ ...body, plugins: { "ann/tool": { "1.0.0": { ...release(), file } } } }, key);
  for (const file of ["../a", "a/../b", "/a", "C:\\a", "http:", "a?b", "a\u0000"])
    assert.throws(() => parsed(at(file)), { code: "UNAVAILABLE" }, file);
  for (const file of ["a/b.jigplugin", "https://h/a", "http://h/a"]) assert.ok(parsed(at(file)), file);
});
