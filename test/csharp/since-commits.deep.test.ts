/**
 * Compares `since` with the compiler for commits of a public repository. JIG_SINCE_JUDGE is the compiled `declarations-judge.cs`,
 * JIG_SINCE_CLONE a clone in which the test checks out commits.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { commitsOf, judgeCommit } from "./since-judge.ts";

const judge = process.env.JIG_SINCE_JUDGE;
const clone = process.env.JIG_SINCE_CLONE;
const COUNT = 10;

test("changed declarations of commits are the compiler's", {
  skip: judge && clone ? false : "JIG_SINCE_JUDGE and JIG_SINCE_CLONE are not set",
  timeout: 600_000,
}, () => {
  let equal = 0;
  const differing: string[] = [];
  for (const commit of commitsOf(clone ?? "", COUNT)) {
    const judged = judgeCommit(judge ?? "", clone ?? "", commit);
    equal += judged.equal;
    differing.push(...judged.differing.map((each) => `${commit} ${each}`));
  }
  assert.ok(equal > 0, "some commit changes a declaration");
  assert.deepEqual(differing, []);
});
