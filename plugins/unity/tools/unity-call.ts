/** Implements `unity-call`, which calls any tool by name, including custom ones. The call is never repeated. */
import type { InferOutput } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { openCall } from "../routing/editor-call.ts";
import { withParameterWarnings } from "./call-editor.ts";
import { outcomeOf } from "./editor-outcome.ts";
import type { unityCallInput } from "./input.ts";

export default async function unityCall(input: InferOutput<typeof unityCallInput>, context: Context): Promise<Outcome> {
  const call = await openCall(input, context);
  // The tool may have side effects, so the call is only sent once.
  const command = { method: input.Tool, params: input.Parameters, repeatable: false };
  const answer = await call.router.run(command, call.commandContext);
  return outcomeOf(await withParameterWarnings(answer, call, command, {}), call);
}
