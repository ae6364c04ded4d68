/**
 * Tests a caller's regular expression, and distinguishes "no match" from "gave up". After a million steps of backtracking,
 * JavaScriptCore stops and reports that there is no match, which would be wrong. The test runs on a worker thread because a
 * thread can be terminated.
 */
import { JigError } from "../contract/errors.ts";

/** In milliseconds. An expression takes a fraction of this unless it backtracks heavily. */
const LIMIT_MS = 30;
const LIMIT_MS_PER_CHAR = 40e-6;

/** Throws TIMEOUT if the engine gave up. Global and sticky expressions are not supported. */
export function createRegExpTester(expression: RegExp): (text: string) => boolean {
  let before = performance.now();
  const took = () => {
    const start = before;
    before = performance.now();
    return before - start;
  };
  return (text) => {
    const limit = LIMIT_MS + text.length * LIMIT_MS_PER_CHAR;
    if (expression.test(text)) return true;
    if (took() < limit) return false;
    // On a busy machine we may have measured other work, so we test once more.
    expression.test(text);
    if (took() < limit) return false;
    throw new JigError("TIMEOUT", `The pattern ${expression} took too long`, {
      hint: "Avoid nested repetitions such as (a+)+",
    });
  };
}
