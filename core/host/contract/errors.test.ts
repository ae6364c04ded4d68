/** Everything thrown is converted to an error code. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { JigError, toJigError } from "./errors.ts";

test("an error that has a code of the catalogue keeps what it says, whatever its class", () => {
  const foreign = Object.assign(new TypeError("no"), { code: "TIMEOUT", hint: "wait", details: { after: 3 } });
  assert.deepEqual(toJigError(foreign).toData(), {
    code: "TIMEOUT",
    message: "no",
    hint: "wait",
    details: { after: 3 },
  });
  const stranger = Object.assign(new TypeError("no"), { code: "constructor", details: { after: 3 } });
  assert.deepEqual(toJigError(stranger).toData(), { code: "INTERNAL", message: "no" });
  const own = { code: "NO_BOOK", message: "no", hint: "Write 1" };
  for (const error of [JigError.fromData(own), toJigError(Object.assign(new TypeError("no"), own))])
    assert.match(error.hint ?? "", /^Write 1\. "NO_BOOK" is not an error code of jig/);
  assert.equal(toJigError(Object.assign(new TypeError("no"), { code: "EAI_AGAIN" })).hint, undefined);
});

test("a system's code has its meaning, an abort is a cancel, a JigError is itself, anything else is a fault", () => {
  const codeOf = (thrown: unknown) => toJigError(thrown).code;
  assert.equal(codeOf(Object.assign(new TypeError(), { code: "ENOENT" })), "PATH_NOT_FOUND");
  assert.equal(codeOf(new DOMException("", "AbortError")), "CANCELLED");
  assert.equal(codeOf("thrown"), "INTERNAL");
  const error = new JigError("ENCODING", "no");
  assert.equal(toJigError(error), error);
});
