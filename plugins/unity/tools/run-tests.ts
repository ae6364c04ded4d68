/** Implements `run-tests`, which runs the Unity Test Runner and adds details of failures. */
import { getDefaults } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { withFailedTests } from "../results/failed-tests.ts";
import { type CommonInput, openCall } from "../routing/editor-call.ts";
import { editorParams, withParameterWarnings } from "./call-editor.ts";
import { outcomeOf, withCompletedAt } from "./editor-outcome.ts";
import { runTestsInput } from "./input.ts";

export { lines } from "./failed-test-rows.ts";

export default async function runTests(input: CommonInput, context: Context): Promise<Outcome> {
  const command = { method: "run-tests", params: editorParams(input), repeatable: false };
  const call = await openCall(input, context);
  const answer = await call.router.run(command, call.commandContext);
  const { result, warnings } = await withParameterWarnings(answer, call, command, getDefaults(runTestsInput));
  const named = await withFailedTests(withCompletedAt(result, context), call.router.projectRoot, context);
  const whole = { ...named.result, ProjectRoot: call.router.projectRoot };
  return outcomeOf({ result: whole, warnings: [...warnings, ...named.warnings] }, call);
}
