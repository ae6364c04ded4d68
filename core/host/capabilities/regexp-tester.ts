/**
 * Tests a caller's regular expression and tells "no match" from "gave up". JavaScriptCore stops backtracking after a million steps
 * and then reports no match, which would be a wrong result. Runs on worker threads, because those can be terminated.
 */
import { JigError } from "../contract/errors.ts";

/** Time limit in ms. Expressions without heavy backtracking take far less. */
const LIMIT_MS = 30;
const LIMIT_MS_PER_CHAR = 40e-6;

/** Returns a test that throws TIMEOUT if the engine gave up. The expression must not be global or sticky. */
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
    // On a busy machine the time may include other work, so test the string once more.
    expression.test(text);
    if (took() < limit) return false;
    throw new JigError("TIMEOUT", `The pattern ${expression} took too long`, {
      hint: "Avoid nested repetitions such as (a+)+",
    });
  };
}
