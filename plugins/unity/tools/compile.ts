/** `compile`: compiles the project's scripts and returns once the Editor takes commands again. */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { type CommonInput, dealingsOf, editorParams } from "./call-editor.ts";
import { outcomeOf, stamped } from "./handler.ts";

export default async function compile(input: CommonInput, context: Context): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  const { session, caller } = dealings;
  const { result, warnings } = await session.compile(editorParams(input), caller);
  // Newer Editors say the project themselves; without it the files below are relative to nothing.
  const whole = { ...stamped(result, context), ProjectRoot: session.projectRoot };
  return outcomeOf({ result: whole, warnings }, dealings);
}
