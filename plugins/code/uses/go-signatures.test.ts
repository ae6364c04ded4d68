/** Tests the results of Go functions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { resultsOf } from "./go-signatures.ts";

test("one result, several, named ones, none, behind receivers and parameters of functions", () => {
  const cases: [string, string[]][] = [
    ["func New(a int) *T", ["*T"]],
    ["func (t *T) Get(f func(int) (a, b)) (*pkg.X, error)", ["*pkg.X", "error"]],
    ["func F() (m map[string]int, err error)", ["map[string]int", "error"]],
    ["func F()", [""]],
  ];
  for (const [signature, results] of cases) assert.deepEqual(resultsOf(signature), results, signature);
});
