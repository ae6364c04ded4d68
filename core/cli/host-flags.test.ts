/** Global flags at any position on the command line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { takeHostFlags, wordFormat } from "./host-flags.ts";

const NONE = { roots: [], plugins: [], zoekt: [], all: false, quiet: false, readOnly: false };

test("they are taken out of the words, which stay as they were", () => {
  const { flags, rest } = takeHostFlags(["grep", "--root", "a", "-n", "--root=b", "x", "--read-only", "--all"]);
  assert.deepEqual(flags, { ...NONE, roots: ["a", "b"], readOnly: true, all: true });
  assert.deepEqual(rest, ["grep", "-n", "x"]);
  assert.deepEqual(takeHostFlags(["grep", "--", "--quiet"]), { flags: NONE, rest: ["grep", "--", "--quiet"] });
});

test("short forms count in front only, where no tool's can be meant", () => {
  const { flags, rest } = takeHostFlags(["-C", "dir", "-q", "-j", "grep", "-C", "3"]);
  assert.deepEqual(flags, { ...NONE, roots: ["dir"], quiet: true, as: "json" });
  assert.deepEqual(rest, ["grep", "-C", "3"]);
  assert.deepEqual(takeHostFlags(["--audit", "-q", "-j", "x"]).flags, { ...NONE, audit: "-q", as: "json" });
});

test("a format is asked for once, however it is said", () => {
  assert.equal(takeHostFlags(["--as", "toon"]).flags.as, "toon");
  assert.equal(takeHostFlags(["--toon", "--as=toon"]).flags.as, "toon");
  assert.equal(takeHostFlags(["--as", "svg"]).flags.as, "svg");
  assert.throws(() => takeHostFlags(["--json", "--toon"]), /json and toon cannot be used together/);
  assert.throws(() => takeHostFlags(["--as", "xml"]), { code: "INVALID_ARGUMENT" });
});

test("clients that read words get no drawing", () => {
  assert.deepEqual(wordFormat({ ...NONE }), {});
  assert.deepEqual(wordFormat({ ...NONE, as: "text" }), { as: "text" });
  assert.throws(() => wordFormat({ ...NONE, as: "svg" }), { hint: "Use one of json, toon, text here" });
});
