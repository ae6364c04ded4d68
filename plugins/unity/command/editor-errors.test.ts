/** Error codes of the host and the plugin, across processes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { JigError } from "../../../core/host/plugin-api.ts";
import { type EditorCode, editorCodeOf, editorError, sentBefore } from "./editor-errors.ts";

test("each code of the plugin refines one of the host", () => {
  const codes: [code: EditorCode, hostCode: string][] = [
    ["PROJECT_NOT_FOUND", "UNAVAILABLE"],
    ["PROJECT_AMBIGUOUS", "INVALID_ARGUMENT"],
    ["SETTINGS_INVALID", "UNAVAILABLE"],
    ["EDITOR_NOT_REACHABLE", "UNAVAILABLE"],
    ["EDITOR_BUSY", "UNAVAILABLE"],
    ["WRONG_PROJECT", "UNAVAILABLE"],
    ["LOST_AFTER_DISPATCH", "UNAVAILABLE"],
    ["NOT_ON_THIS_VERSION", "UNAVAILABLE"],
    ["TOOL_BLOCKED", "PERMISSION_DENIED"],
    ["TOOL_DISABLED", "PERMISSION_DENIED"],
    ["PARAMETER_REFUSED", "INVALID_ARGUMENT"],
    ["EDITOR_ERROR", "COMMAND_FAILED"],
    ["PROTOCOL_ERROR", "COMMAND_FAILED"],
    ["REQUEST_TOO_LARGE", "LIMIT_EXCEEDED"],
    ["TIMEOUT", "TIMEOUT"],
    ["NO_WINDOW_TOOL", "UNAVAILABLE"],
    ["NOT_TRUSTED", "PERMISSION_DENIED"],
    ["UPDATE_NEEDED", "UNAVAILABLE"],
  ];
  for (const [code, hostCode] of codes) {
    const error = editorError(code, "said");
    assert.deepEqual([error.code, error.message], [hostCode, "said"]);
    assert.equal(editorCodeOf(error), code);
  }
});

test("hint, cause and details go along", () => {
  const cause = new RangeError("deep");
  const error = editorError("EDITOR_BUSY", "said", { hint: "wait", cause, details: { lock: "a" } });
  assert.equal(error.hint, "wait");
  assert.equal(error.cause, cause);
  assert.deepEqual(error.details, { lock: "a", editorCode: "EDITOR_BUSY" });
  assert.equal(editorCodeOf(JigError.fromData(error.toData())), "EDITOR_BUSY");
});

test("errors of others have no code of the plugin", () => {
  const details = [undefined, {}, { editorCode: 3 }, { editorCode: "NOTHING" }, { editorCode: "UNAVAILABLE" }];
  for (const each of details) {
    const extras = each === undefined ? {} : { details: each };
    assert.equal(editorCodeOf(new JigError("UNAVAILABLE", "said", extras)), undefined);
  }
  for (const other of [undefined, null, "EDITOR_BUSY", new RangeError("said"), { details: { editorCode: "TIMEOUT" } }])
    assert.equal(editorCodeOf(other), undefined);
});

test("a failed repetition does not undo the first sending", () => {
  const error = sentBefore(
    editorError("EDITOR_BUSY", "said", { hint: "wait", details: { dispatched: false, lock: "a" } }),
  );
  assert.deepEqual(error.details, { dispatched: true, lock: "a", editorCode: "EDITOR_BUSY" });
  assert.deepEqual([error.code, error.message, error.hint], ["UNAVAILABLE", "said", "wait"]);
  const plain = sentBefore(new RangeError("odd"));
  assert.deepEqual([plain.code, plain.details?.dispatched], ["INTERNAL", true]);
});
