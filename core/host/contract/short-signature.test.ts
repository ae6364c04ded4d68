/** Signatures are cut between words and after the name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { shortSignature } from "./short-signature.ts";

test("a signature is cut between words, and never in the name that it declares", () => {
  const long = "n".repeat(300);
  assert.equal(shortSignature("void Run(int a)", "Run", 20), "void Run(int a)");
  assert.equal(shortSignature("void Run(int first, int second)", "Run", 20), "void Run(int first,…");
  assert.equal(shortSignature("void Run(int first, int second)", "Run", 18), "void Run(int …");
  assert.equal(shortSignature(`class ${long}`, long, 60), `class ${long}`);
  assert.equal(shortSignature(`void ${long}(int a)`, long, 60), `void ${long}…`);
  // The type contains the name as part of another word.
  assert.equal(shortSignature(`${long}Type ${long}(int a)`, long, 60), `${long}Type ${long}…`);
  assert.equal(shortSignature(long, "", 60), `${"n".repeat(59)}…`);
  assert.equal(shortSignature("a".repeat(40), "(…)", 10), `${"a".repeat(9)}…`);
});
