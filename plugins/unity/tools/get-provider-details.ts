/** Implements `get-provider-details`, which lists Unity's search providers. */
import type { InferOutput } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { orFallback } from "../fallbacks/run-code.ts";
import { providersByCode } from "../fallbacks/search-providers.ts";
import { openCall } from "../routing/editor-call.ts";
import { editorParams } from "./call-editor.ts";
import { outcomeOf } from "./editor-outcome.ts";
import type { getProviderDetailsInput } from "./input.ts";

const TOOL = "get-provider-details";
/** The tool was renamed in 0.68.3 and removed in 1.5.0. */
const LATER_NAME = "get-unity-search-providers";

export default async function getProviderDetails(
  input: InferOutput<typeof getProviderDetailsInput>,
  context: Context,
): Promise<Outcome> {
  const call = await openCall(input, context);
  const ask = (method: string) => () =>
    call.router.run({ method, params: editorParams(input), repeatable: true }, call.commandContext);
  const byCode = () => providersByCode(TOOL, input, call, context);
  return outcomeOf(await orFallback(ask(TOOL), () => orFallback(ask(LATER_NAME), byCode)), call);
}
