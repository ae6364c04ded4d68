/**
 * Tests a caller's regular expression, while distinguishing "no match" from "gave up". After a million backtracking steps,
 * JavaScriptCore stops and claims that there's no match, which would simply be wrong. We run on worker threads because those
 * can be terminated.
 */
import { JigError } from "../contract/errors.ts";

/** In ms. Unless it backtracks heavily, an expression takes a fraction of that. */
const LIMIT_MS = 30;
const LIMIT_MS_PER_CHAR = 40e-6;

/** Throws TIMEOUT if the engine gave up. Not for global or sticky expressions. */
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
    // On a busy machine, we may have measured other work, so test once more.
    expression.test(text);
    if (took() < limit) return false;
    throw new JigError("TIMEOUT", `The pattern ${expression} took too long`, {
      hint: "Avoid nested repetitions such as (a+)+",
    });
  };
}
