/**
 * Tests of a caller's regular expression that tell "no" from "gave up": JavaScriptCore stops backtracking after a million
 * steps and then says that nothing matches, which would be a wrong answer. Runs on worker threads, which can be ended.
 */
import { JigError } from "../contract/errors.ts";

/** An expression that does not backtrack needs far less for a text of any length. */
const LIMIT_MS = 30;
const LIMIT_MS_PER_CHAR = 40e-6;

/** Returns a test that throws TIMEOUT if the engine did not finish. The expression must not be global or sticky. */
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
    // The time includes other work, and a busy machine is slow, so the text is tested once more, alone.
    expression.test(text);
    if (took() < limit) return false;
    throw new JigError("TIMEOUT", `The pattern ${expression} takes too long`, {
      hint: "Avoid repetitions inside repetitions, such as (a+)+",
    });
  };
}
