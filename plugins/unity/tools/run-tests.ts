/** `run-tests`: runs the Unity Test Runner, and names the tests that failed. */
import { getDefaults } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { withFailedTests } from "../tests/failed-tests.ts";
import { type CommonInput, dealingsOf, editorParams, withParameterWarnings } from "./call-editor.ts";
import { outcomeOf, stamped } from "./handler.ts";
import { runTestsInput } from "./input.ts";

export { lines } from "../tests/failed-test-lines.ts";

export default async function runTests(input: CommonInput, context: Context): Promise<Outcome> {
  const command = { method: "run-tests", params: editorParams(input), repeatable: false };
  const dealings = await dealingsOf(input, context);
  const answer = await dealings.session.run(command, dealings.caller);
  const { result, warnings } = await withParameterWarnings(answer, dealings, command, getDefaults(runTestsInput));
  const told = await withFailedTests(stamped(result, context), dealings.session.projectRoot, context);
  const whole = { ...told.result, ProjectRoot: dealings.session.projectRoot };
  return outcomeOf({ result: whole, warnings: [...warnings, ...told.warnings] }, dealings);
}
