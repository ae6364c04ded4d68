/** `run-tests`: runs the Unity Test Runner. */
import { getDefaults } from "valibot";
import type { Context, Outcome } from "../../core/host/plugin-api.ts";
import { type CommonInput, dealingsOf, editorParams, withParameterWarnings } from "./dealings.ts";
import { outcomeOf, stamped } from "./results/answer.ts";
import { runTestsInput } from "./schemas.ts";

export default async function runTests(input: CommonInput, context: Context): Promise<Outcome> {
  const command = { method: "run-tests", params: editorParams(input), repeatable: false };
  const dealings = await dealingsOf(input, context);
  const answer = await dealings.session.run(command, dealings.caller);
  const { result, warnings } = await withParameterWarnings(answer, dealings, command, getDefaults(runTestsInput));
  return outcomeOf({ result: stamped(result, context), warnings }, dealings);
}
