/** `unity-call`: calls any tool of this Editor by its name, custom ones included, once. */
import type { InferOutput } from "valibot";
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import { dealingsOf, withParameterWarnings } from "./call-editor.ts";
import { outcomeOf } from "./handler.ts";
import type { unityCallInput } from "./input.ts";

export default async function unityCall(input: InferOutput<typeof unityCallInput>, context: Context): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  // What a custom tool does is unknown, so it is never sent twice.
  const command = { method: input.Tool, params: input.Parameters as JsonObject, repeatable: false };
  const answer = await dealings.session.run(command, dealings.caller);
  return outcomeOf(await withParameterWarnings(answer, dealings, command, {}), dealings);
}
