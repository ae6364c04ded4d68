/** What a new author's handler answers wrongly is shown, with what to write, by the compiled binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { author, failure, skip } from "./new-author.ts";

test("an answer in the wrong form is shown, with the form to write", { skip }, () => {
  const { call, print } = author();
  print(`'{"vlaue": {"n": 1}}'`);
  assert.match(
    failure(call()).error,
    /did not return an outcome, but \{"vlaue":\{"n":1\}\}\. Write "value" instead of "vlaue"/,
  );
  print(`'[1, 2]'`);
  assert.match(failure(call()).error, /did not return an outcome, but \[1,2\]\. Write \{"value": \[1,2\]\}/);
});

test("an unknown or wrong key beside the value fails the call, with the key to write", { skip }, () => {
  const { call, print } = author();
  const told: [outcome: string, error: RegExp][] = [
    [`"faild": true`, /has the key "faild", which an outcome does not have\. Write "failed" instead of "faild"/],
    [`"failed": "true"`, /"failed" must be true or false, but is "true"\. Write "failed": true$/],
    [`"failed": 1`, /"failed" must be true or false, but is 1/],
    [`"error": "nope"`, /has the key "error".*Write "reason" instead of "error"/],
    [`"unit": "kg"`, /has the key "unit".*Move it into "value": \{"value": \{…, "unit": "kg"\}\}/],
    [`"reason": ["no"]`, /"reason" must be a string, but is \["no"\]/],
    [`"next": "page 2"`, /"next" must be an object, the arguments of the next call, but is "page 2"/],
    [`"media": [{"mimeType": "png", "path": "a.png"}]`, /"media\.0" must be \{"mimeType": "image\/png", "path": "…"\}/],
  ];
  for (const [keys, error] of told) {
    print(`'{"value": {"n": 1}, ${keys}}'`);
    const failed = failure(call());
    assert.match(failed.error, error);
    assert.equal(failed.code, "COMMAND_FAILED");
  }
  print(`'{"plan": {"title": "T", "files": []}, "faild": true}'`);
  assert.match(failure(call()).error, /has the key "faild"/);
  print(`'{"value": {"n": 1}, "failed": null, "reason": null, "next": null}'`);
  assert.equal(call().code, 0);
});

test("bytes that are not UTF-8 are refused with their position", { skip }, () => {
  const { call, print } = author();
  print(`""`, `sys.stdout.buffer.write('{"value": "café"}'.encode("latin-1"))`);
  const { error, code } = failure(call());
  assert.equal(code, "COMMAND_FAILED");
  assert.match(error, /is not UTF-8 at byte 14 \(0xe9\)\. Print UTF-8/);
});

test("a plan without the declaration, also an empty one, is told to declare it", { skip }, () => {
  const { call, print, change } = author();
  for (const files of ["[]", `[{"path": "notes.txt", "hash": "0", "edits": []}]`]) {
    print(`json.dumps({"plan": {"title": "T", "files": ${files}}})`);
    assert.match(failure(call()).error, /returned a plan.*Add "plan": true to tools\.notes in plugin\.json/);
  }
  change((_, tool) => {
    Object.assign(tool, { plan: true, effect: "read", examples: [] });
    delete tool.output;
  });
  assert.match(failure(call()).error, /files\.0\.hash is not a SHA-256 in hex \(64 digits\)/);
  print(`json.dumps({"plan": {"title": "T", "files": [{"path": "notes.txt", "text": "two\\n"}]}})`);
  assert.match(failure(call()).error, /notes\.txt already exists\. To replace its text, give its `hash`/);
});

test("properties in the wrong place, and a text in the place of an object", { skip }, () => {
  const { change, check } = author();
  change((_, tool) => (tool.cliAliases = []));
  assert.match(
    check(),
    /^error: tools\.notes\.cliAliases: is not a known property\. "cliAliases" belongs in "contributes"$/m,
  );
  change((_, tool) => (tool.failure = {}));
  assert.match(check(), /^error: tools\.notes\.failure: .* belongs at the top of the manifest$/m);
  change((_, tool) => {
    tool.view = "matches";
    tool.output = { schema: {}, rows: [{ at: "/items", location: { path: "/path" }, code: "/text" }] };
  });
  assert.match(check(), /^error: tools\.notes\.output\.rows\.0\.code: must be an object.* Write \{"text": "\/text"\}/m);
});
