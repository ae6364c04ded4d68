/** SECURITY.md lists the tests for each promise. They exist and test something. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { TOP } from "../sources.ts";

const TEXT = readFileSync(join(TOP, "SECURITY.md"), "utf8");
/** Rows of tables whose last column lists tests. */
const ROWS = [...TEXT.matchAll(/^\|(.*)\|$/gm)]
  .map(([, row = ""]) => row.split("|").map((cell) => cell.trim()))
  .filter((cells) => cells.at(-1)?.includes("`"));

const testsOf = (cells: readonly string[]) =>
  [...(cells.at(-1) ?? "").matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);

test("every test that SECURITY.md names is there and tests something", () => {
  const named = ROWS.flatMap(testsOf);
  assert.ok(named.length > 40, `${named.length} names`);
  const missing = named.filter((path) => !existsSync(join(TOP, path)));
  assert.deepEqual(missing, []);
  const empty = named.filter((path) => !testsSomething(readFileSync(join(TOP, path), "utf8")));
  assert.deepEqual(empty, []);
});

test("every rule has a promise with a test", () => {
  const rules = [...TEXT.matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => number);
  assert.ok(rules.length >= 9);
  const held = new Set(ROWS.map(([rule]) => rule));
  assert.deepEqual(
    rules.filter((rule) => !held.has(rule)),
    [],
  );
});

/** True if the file has tests, or imports a file with shared ones. */
function testsSomething(source: string): boolean {
  return /\btest\(/.test(source) || /^import [\s\S]*from "\.\/[\s\S]*^\w+\(/m.test(source);
}
