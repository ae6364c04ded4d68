/** Tests the translation of POSIX patterns for ripgrep's engine. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { translate } from "./grep-pattern.ts";

const basic = (pattern: string) => translate(pattern, "basic").pattern;
const extended = (pattern: string) => translate(pattern, "extended").pattern;

test("in a basic pattern only a backslash makes an operator", () => {
  assert.equal(basic("a\\|b"), "a|b");
  assert.equal(basic("a|b"), "a\\|b");
  assert.equal(basic("f(x)"), "f\\(x\\)");
  assert.equal(basic("\\(ab\\)\\{2,3\\}"), "(ab){2,3}");
  assert.equal(basic("a+b?"), "a\\+b\\?");
  assert.equal(basic("a\\+b\\?"), "a+b?");
  assert.equal(basic("x{2}"), "x\\{2\\}");
  assert.equal(basic("*a"), "\\*a");
  assert.equal(basic("\\(*a\\)"), "(\\*a)");
  assert.equal(basic("a.*b"), "a.*b");
});

test("anchors are anchors at the ends of a basic pattern", () => {
  assert.equal(basic("^a$"), "^a$");
  assert.equal(basic("a^b$c"), "a\\^b\\$c");
  assert.equal(basic("\\(^a$\\)"), "(^a$)");
  assert.equal(extended("a|^b$"), "a|^b$");
});

test("in brackets a backslash is a character", () => {
  assert.equal(basic("[\\.]"), "[\\\\.]");
  assert.equal(basic("[]a]"), "[\\]a]");
  assert.equal(basic("[^]a]"), "[^\\]a]");
  assert.equal(basic("[[:space:]x-z-]"), "[[:space:]x-z\\-]");
  assert.equal(extended("[a&&b]"), "[a\\&\\&b]");
  assert.equal(extended("[a[b]"), "[a\\[b]");
});

test("what the engine reads otherwise is written otherwise", () => {
  assert.equal(extended("\\<word\\>"), "\\b{start}word\\b{end}");
  assert.equal(extended("a{,3}"), "a{0,3}");
  assert.equal(extended("a{VAR}"), "a\\{VAR\\}");
  assert.equal(extended('\\d\\/\\-\\"\\@'), 'd/-"@');
  assert.equal(extended("ab**"), "a(?:b*)*");
  assert.equal(extended("(ab)+?c"), "(?:(ab)+)?c");
  assert.equal(extended("a\\"), "a\\\\");
});

test("a back-reference is told, for another engine is needed", () => {
  assert.deepEqual(translate("\\(a\\)\\1", "basic"), { pattern: "(a)\\1", isSlow: true });
  assert.equal(translate("a\\1", "fixed").isSlow, false);
});
