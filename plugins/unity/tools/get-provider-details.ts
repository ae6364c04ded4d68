/** `get-provider-details`: Unity's search providers. */
import type { InferOutput } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { providersByCode } from "../equivalents/providers.ts";
import { orEquivalent } from "../equivalents/run-code.ts";
import { dealingsOf, editorParams } from "./call-editor.ts";
import { outcomeOf } from "./handler.ts";
import type { getProviderDetailsInput } from "./input.ts";

const TOOL = "get-provider-details";
/** Its name from 0.68.3 on, until it was removed in 1.5.0. */
const LATER_NAME = "get-unity-search-providers";

export default async function getProviderDetails(
  input: InferOutput<typeof getProviderDetailsInput>,
  context: Context,
): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  const ask = (method: string) => () =>
    dealings.session.run({ method, params: editorParams(input), repeatable: true }, dealings.caller);
  const byCode = () => providersByCode(TOOL, input, dealings, context);
  return outcomeOf(await orEquivalent(ask(TOOL), () => orEquivalent(ask(LATER_NAME), byCode)), dealings);
}
