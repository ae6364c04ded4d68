/** Implements `compile`, which recompiles the scripts and returns when the Editor accepts commands again. */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { type CommonInput, openCall } from "../routing/editor-call.ts";
import { editorParams } from "./call-editor.ts";
import { outcomeOf, withCompletedAt } from "./editor-outcome.ts";

export default async function compile(input: CommonInput, context: Context): Promise<Outcome> {
  const call = await openCall(input, context);
  const { router, commandContext } = call;
  const { result, warnings } = await router.compile(editorParams(input), commandContext);
  // Newer Editors report their project. For the others we add it, because paths are relative to it.
  const whole = { ...withCompletedAt(result, context), ProjectRoot: router.projectRoot };
  return outcomeOf({ result: whole, warnings }, call);
}
