/** Arguments of plugin requests: invalid ones are reported without doing anything. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkArguments } from "./request-arguments.ts";

test("right arguments pass, options left out or partly given", () => {
  checkArguments("workspace.resolve", ["a"]);
  checkArguments("workspace.resolve", ["a", { expect: "directory" }]);
  checkArguments("files.sweep", []);
  checkArguments("files.sweep", [{ directories: ["/a"], extensions: undefined }]);
  checkArguments("files.write", ["a", new Uint8Array(1), { replace: true }]);
  checkArguments("run", [{ command: "git", args: ["log"], stdin: "x" }]);
  checkArguments("net.connect", [{ path: "/s" }]);
  checkArguments("stream.next", [1]);
});

test("a wrong argument is named, with the form of all", () => {
  const wrong: [string, unknown[], RegExp][] = [
    ["files.sweep", ["src", {}], /files\.sweep: takes one argument, not 2/],
    ["files.sweep", ["src"], /"options" must be an object, not "src"/],
    ["files.sweep", [["src"]], /"options" must be an object, not \["src"\]/],
    ["files.sweep", [{ 0: "src" }], /"options" has no "0"/],
    ["files.sweep", [{ directories: "/a" }], /"directories" must be a list of strings, not "\/a"/],
    ["files.sweep", [{ directory: ["/a"] }], /has no "directory" \(did you mean "directories"\?\)/],
    ["workspace.resolve", ["a", { expect: "folder" }], /"expect" must be one of "file", "directory", "any", "new"/],
    ["workspace.resolve", [], /"path" is missing/],
    ["run", [{ command: "git log" }], /"args" is missing/],
    ["run", ["git", ["log"]], /takes one argument, not 2/],
  ];
  for (const [method, args, message] of wrong)
    assert.throws(() => checkArguments(method, args), { code: "INVALID_ARGUMENT", message }, method);
  assert.throws(() => checkArguments("workspace.resolve", [1]), { hint: 'Its args are [path, {"expect"?}]' });
});
