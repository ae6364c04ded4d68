/** Texts of the wrong form in `plugin.json`, and what to write instead. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { meantForm } from "./meant-form.ts";

const COMMAND = "tools.hello.handler.command.1";
const TOLD: [where: string, written: string, write: string | undefined][] = [
  ["version", "1", 'Write "1.0.0"'],
  ["version", "v2.3", 'Write "2.3.0"'],
  ["version", "first", 'Write "1.0.0"'],
  ["permissions.net.0", "https://example.com/x", 'Write "example.com": it has no scheme and no path'],
  ["permissions.net.0", "http://me@example.com:8080/x", 'Write "example.com:8080": it has no scheme and no path'],
  ["permissions.net.0", "//", undefined],
  [
    "permissions.read.0",
    "./data",
    'Write "workspace", which includes all folders below it, or a path that starts with /',
  ],
  ["permissions.read.0", "~/x", 'Write the full path of your home folder instead of "~"'],
  ["permissions.run.0", "-x", undefined],
  [COMMAND, "../x.py", 'Move the file into the plugin\'s folder and write "x.py"'],
  [COMMAND, "./lib/../../x.py", 'Move the file into the plugin\'s folder and write "x.py"'],
  ["tools.hello.handler", "python3 hello.py", 'Write {"command": ["python3", "hello.py"]}'],
  ["tools.hello.handler", "hello.py", undefined],
  ["name", "Hello", undefined],
];

test("a text of the wrong form says what to write in its place", () => {
  for (const [where, written, write] of TOLD) assert.equal(meantForm(where.split("."), written), write, written);
});
