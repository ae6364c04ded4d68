/** Tests the parameters and results of Go functions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parametersOf, resultsOf } from "./go-signatures.ts";

test("one result, several, named ones, none, behind receivers and parameters of functions", () => {
  const cases: [string, string[]][] = [
    ["func New(a int) *T", ["*T"]],
    ["func (t *T) Get(f func(int) (a, b)) (*pkg.X, error)", ["*pkg.X", "error"]],
    ["func F() (m map[string]int, err error)", ["map[string]int", "error"]],
    ["func F()", [""]],
  ];
  for (const [signature, results] of cases) assert.deepEqual(resultsOf(signature), results, signature);
});

test("parameters of functions, methods and members of interfaces", () => {
  const cases: [string, string[]][] = [
    ["func New(a, b int) *T", ["a", "b int"]],
    ["func (t *T) Get(f func(int, int) (a, b), rest ...string) error", ["f func(int, int) (a, b)", "rest ...string"]],
    ["Bind(*http.Request, any) error", ["*http.Request", "any"]],
    ["func (T) F()", []],
  ];
  for (const [signature, parameters] of cases) assert.deepEqual(parametersOf(signature), parameters, signature);
});
