/** Text that is nearly JSON is refused with its line and column and what to write, by the compiled binary. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { author } from "./new-author.ts";
import { has } from "./paths.ts";

const skip = has("python3") ? false : "no python3";

test("a manifest", { skip }, () => {
  const { cwd, jig } = author();
  const path = join(cwd, "notes", "plugin.json");
  const good = readFileSync(path, "utf8");
  for (const [from, to, expected] of [
    [`"0.1.0",`, `'0.1.0',`, /plugin\.json:4:14 is not JSON: a string is in single quotes\. Use double quotes/],
    [`"0.1.0",`, `“0.1.0”,`, /plugin\.json:4:14 is not JSON: a quotation mark is not straight\. Write "/],
    [`  "version"`, `  # why\n  "version"`, /plugin\.json:4:3 is not JSON: JSON has no comments\. Remove the comment/],
    [`"0.1.0",`, `"0.1.0",,`, /plugin\.json:4:22 is not JSON: two commas follow each other\. Remove one/],
  ] as const) {
    writeFileSync(path, good.replace(from, to));
    assert.match(jig("plugin", "check", "notes").stderr, expected);
  }
  writeFileSync(path, good.replace("Notes", "Größe"), "latin1");
  assert.match(jig("plugin", "check", "notes").stderr, /plugin\.json:5:15 is not JSON: it is not in UTF-8\. Save it/);
  writeFileSync(path, `\ufeff${good}`);
  assert.equal(jig("plugin", "check", "notes").code, 0);
});

test("a command's answer", { skip }, () => {
  const { call, print } = author();
  const error = () => JSON.parse(call().stdout).error;
  print(`str({"value": True})`);
  assert.match(error(), /did not print JSON: line 1, column 2: a string is in single quotes: .*json\.dumps/);
  print(`'{"value": {"a": 1,}}'`);
  assert.match(
    error(),
    /line 1, column 19: "," comes before "}": .* Remove the comma after the last entry; an encoder/,
  );
  print(`'working\\n{"value": 1}'`);
  assert.match(
    error(),
    /did not print JSON: "working\\n.*Print \{"value": …\} to stdout and everything else to stderr$/,
  );
  print(`'\\ufeff{"value": {"greeting": "a", "file": "b", "lines": 1}}'`);
  assert.equal(JSON.parse(call().stdout).greeting, "a");
});
