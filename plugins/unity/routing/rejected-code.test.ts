/** Answers of execute-dynamic-code which mean that the code didn't start. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRejectedCode } from "./rejected-code.ts";

test("code that was not let in did not begin", () => {
  const rejected = [
    { SecurityLevel: "Disabled" },
    { CompilationErrors: [{ Message: "; expected" }] },
    { ErrorMessage: "Another execution is already in progress" },
    { ErrorMessage: "Security violations detected: File.Delete" },
    { ErrorMessage: "security violation found" },
    { ErrorMessage: "", Error: "Another execution is already in progress" },
    { Error: "Security violation detected" },
  ];
  for (const each of rejected) {
    assert.ok(isRejectedCode({ Success: false, ...each }), JSON.stringify(each));
    assert.ok(!isRejectedCode({ Success: true, ...each }));
    assert.ok(!isRejectedCode({ ...each }));
  }
});

test("code that failed on its way did begin, whatever it says", () => {
  const failed = [
    {},
    { SecurityLevel: "Restricted", CompilationErrors: [] },
    { CompilationErrors: "none" },
    { ErrorMessage: "thrown: Security violations detected" },
    { ErrorMessage: "NullReferenceException", Error: "Security violations detected" },
    { ErrorMessage: "Security is fine" },
  ];
  for (const each of failed) assert.ok(!isRejectedCode({ Success: false, ...each }), JSON.stringify(each));
});
