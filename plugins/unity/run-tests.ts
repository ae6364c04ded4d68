/** `run-tests`: runs the Unity Test Runner. */
import { getDefaults } from "valibot";
import type { Context, Outcome } from "../../core/host/plugin-api.ts";
import { askEditor, type CommonInput, editorParams } from "./dealings.ts";
import { runTestsInput } from "./schemas.ts";

export default async function runTests(input: CommonInput, context: Context): Promise<Outcome> {
  const command = { method: "run-tests", params: editorParams(input), repeatable: false };
  return askEditor(input, context, command, getDefaults(runTestsInput));
}
