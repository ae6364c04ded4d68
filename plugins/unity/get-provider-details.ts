/** `get-provider-details`: Unity's search providers. */
import type { InferOutput } from "valibot";
import type { Context, Json, Outcome, View } from "../../core/host/plugin-api.ts";
import { dealingsOf, editorParams } from "./dealings.ts";
import { providersByCode } from "./equivalents/providers.ts";
import { orEquivalent } from "./equivalents/run-code.ts";
import { cutRows } from "./fit.ts";
import { outcomeOf, rowsOf, sameProject, textIn } from "./results/answer.ts";
import type { getProviderDetailsInput } from "./schemas.ts";

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

export function view(value: Json, input: object): View {
  const rows = rowsOf(value, "Providers").map((provider) => {
    const id = textIn(provider, "Id");
    const name = textIn(provider, "DisplayName");
    return {
      text: `${id}  ${name}`,
      cells: {
        id,
        name,
        active: provider.IsActive === true,
        priority: textIn(provider, "Priority"),
        filter: textIn(provider, "FilterId"),
      },
      links: [{ rel: "open" as const, tool: "unity-search", input: { Providers: [id], ...sameProject(input) } }],
    };
  });
  return { rows, columns: ["id", "name", "active", "priority", "filter"] };
}

export function fit(value: Json, maxChars: number): Json | undefined {
  return cutRows(value, ["Providers"], maxChars, "Ask with ProviderId, ActiveOnly, or IncludeDescriptions false");
}
