/** Tests which Rust macros are read as calls, and that nested macros take only one pass. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maskMacros } from "./macro-mask.ts";

test("macros whose arguments are expressions become calls of the same length", () => {
  assert.equal(maskMacros("let a = vec![x; n()];"), "let a = vec (x, n());");
  assert.equal(maskMacros('let a = "vec![1]"; b(mine![f(x)]);'), 'let a = "vec![1]"; b(mine (f(x)));');
  assert.equal(maskMacros("vec![[a; 2], b; 3]"), "vec ([a; 2], b, 3)");
  assert.equal(maskMacros("x(matches!(a, B if c)); y(matches!(a, B))"), "x(matches!(a, B if c)); y(matches (a, B))");
});

test("a variable of the name raw is no raw borrow", () => {
  assert.equal(maskMacros("match &raw { _ => f(&raw mut x, &raw) }"), "match &rAw { _ => f(&raw mut x, &rAw) }");
});

test("items, patterns and what is never closed stay", () => {
  for (const text of ["mine! { struct A; }", "f(mine!(a => b))", "\n  mine!(a)\n", "let a = vec![1, 2"])
    assert.equal(maskMacros(text), text);
});

test("macros 40,000 deep are read once", () => {
  const nest = (open: string) => `x(${open.repeat(40_000)}1${"]".repeat(40_000)})`;
  assert.match(maskMacros(nest("vec![")), /^x\((?:vec \(){40000}1\){40001}$/);
  assert.match(maskMacros(nest("mine![")), /^x\((?:mine!\[)+(?:mine \()+1/);
});
