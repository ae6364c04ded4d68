/** `unity-call`: calls any tool of this Editor by name, including custom ones. Never repeats the call. */
import type { InferOutput } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { openCall } from "../routing/editor-call.ts";
import { withParameterWarnings } from "./call-editor.ts";
import { outcomeOf } from "./editor-outcome.ts";
import type { unityCallInput } from "./input.ts";

export default async function unityCall(input: InferOutput<typeof unityCallInput>, context: Context): Promise<Outcome> {
  const call = await openCall(input, context);
  // A custom tool may have side effects, so never send it twice.
  const command = { method: input.Tool, params: input.Parameters, repeatable: false };
  const answer = await call.router.run(command, call.commandContext);
  return outcomeOf(await withParameterWarnings(answer, call, command, {}), call);
}
