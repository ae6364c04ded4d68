/** The formula holds for every text that matches the pattern: it may find too much, but never too little. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Formula, requiredLiterals } from "./required-literals.ts";
import { anyOf } from "./zoekt-query.ts";

function holds(formula: Formula, text: string): boolean {
  if ("all" in formula) return formula.all.every((each) => holds(each, text));
  if ("any" in formula) return formula.any.some((each) => holds(each, text));
  return formula.ignoreCase ? text.toLowerCase().includes(formula.text.toLowerCase()) : text.includes(formula.text);
}

const asked = (pattern: string, caseMode: "smart" | "insensitive" | "sensitive" = "sensitive") =>
  anyOf([requiredLiterals(pattern, { fixedStrings: false, caseMode }).formula]);

test("literals are found in sequences, groups and alternatives", () => {
  assert.equal(asked("class\\s+\\w+Manager"), '(content:"class" case:yes) (content:"Manager" case:yes)');
  assert.equal(asked("foo|bar"), '((content:"foo" case:yes) or (content:"bar" case:yes))');
  assert.equal(
    asked("(?:foo|bar)+baz", "insensitive"),
    '(content:"baz" case:no) ((content:"foo" case:no) or (content:"bar" case:no))',
  );
  assert.equal(asked('a\\.b\\("\\\\'), '(content:"a\\\\.b\\\\(\\"\\\\\\\\" case:yes)');
  assert.equal(asked("todo", "smart"), '(content:"todo" case:no)');
  assert.equal(asked("Todo", "smart"), '(content:"Todo" case:yes)');
  assert.equal(asked("(?i)Todo"), '(content:"Todo" case:no)');
  assert.equal(asked("größe", "insensitive"), '(content:"gr" case:no)');
});

test("what is not understood, or asks for nothing, finds every file", () => {
  for (const pattern of [
    "",
    ".*",
    "a?",
    "(?x) a b",
    "[a&&b]c",
    "foo|",
    "(?-u:\\xFF)x",
    "\\x41bc",
    "a{0}",
    "(",
    "[",
    "a**{",
    "x".repeat(3).replace(/x/g, "("),
  ]) {
    assert.equal(asked(pattern), "", pattern);
  }
});

test("a formula holds for each of a thousand generated matches", () => {
  let state = 42;
  const roll = (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % limit;
  };
  /** A pattern and a matching text. */
  const make = (depth: number): [pattern: string, match: string] => {
    const kind = roll(depth > 3 ? 5 : 9);
    const letter = "abcXYZ_é9"[roll(9)]!;
    if (kind === 0) return [letter, letter];
    if (kind === 1) return [".", letter];
    if (kind === 2) return ["[^q]", letter];
    if (kind === 3) return ["\\.", "."];
    if (kind === 4) return ["\\b", ""];
    const [left, right] = [make(depth + 1), make(depth + 1)];
    if (kind === 5) return [`(?:${left[0]}|${right[0]})`, [left, right][roll(2)]![1]];
    if (kind === 6) return [`(${left[0]})?`, ["", left[1]][roll(2)]!];
    if (kind === 7) return [`(?:${left[0]}){2}`, left[1] + left[1]];
    return [left[0] + right[0], left[1] + right[1]];
  };
  let asking = 0;
  for (let at = 0; at < 1000; at++) {
    const parts = [make(0), make(0), make(0)];
    const [pattern, match] = [parts.map(([each]) => each).join(""), parts.map(([, each]) => each).join("")];
    for (const caseMode of ["sensitive", "insensitive", "smart"] as const) {
      const { formula, shortest } = requiredLiterals(pattern, { fixedStrings: false, caseMode });
      assert.ok(holds(formula, match), `${pattern} in ${JSON.stringify(match)}: ${JSON.stringify(formula)}`);
      assert.ok(shortest <= Buffer.byteLength(match), pattern);
      if (caseMode === "sensitive" && !("all" in formula && formula.all.length === 0)) asking++;
    }
  }
  assert.ok(asking > 300);
});
