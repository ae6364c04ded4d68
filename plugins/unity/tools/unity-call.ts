/** `unity-call`: any tool by name, custom ones included. Never repeated. */
import type { InferOutput } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { openCall } from "../routing/editor-call.ts";
import { withParameterWarnings } from "./call-editor.ts";
import { outcomeOf } from "./editor-outcome.ts";
import type { unityCallInput } from "./input.ts";

export default async function unityCall(input: InferOutput<typeof unityCallInput>, context: Context): Promise<Outcome> {
  const call = await openCall(input, context);
  // Could have side effects for all we know. Send once.
  const command = { method: input.Tool, params: input.Parameters, repeatable: false };
  const answer = await call.router.run(command, call.commandContext);
  return outcomeOf(await withParameterWarnings(answer, call, command, {}), call);
}
