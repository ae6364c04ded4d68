/** `unity-search`: Unity Search, with results that the Editor saved by itself read back. */
import { getDefaults, type InferOutput } from "valibot";
import type { Context, Json, JsonObject, Outcome, Row, View } from "../../core/host/mod.ts";
import { dealingsOf, editorParams, withParameterWarnings } from "./dealings.ts";
import { orEquivalent } from "./equivalents/run-code.ts";
import { searchByCode } from "./equivalents/search.ts";
import { cutRows } from "./fit.ts";
import { outcomeOf, rowsOf, textIn } from "./results/answer.ts";
import { readSavedRows } from "./results/saved-rows.ts";
import { unitySearchInput } from "./schemas.ts";

const TOOL = "unity-search";

export default async function unitySearch(
  input: InferOutput<typeof unitySearchInput>,
  context: Context,
): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  // Saving writes a new file each time.
  const command = { method: TOOL, params: editorParams(input), repeatable: !input.SaveToFile };
  const { result, warnings } = await orEquivalent(
    async () => {
      const answer = await dealings.session.run(command, dealings.caller);
      return withParameterWarnings(answer, dealings, command, getDefaults(unitySearchInput));
    },
    () => searchByCode(TOOL, input, dealings, context),
  );
  // Saved because there were many, not because the caller asked: the rows are still what was asked for.
  const readBack = result.ResultsSavedToFile === true && !input.SaveToFile;
  const rows = readBack
    ? await readSavedRows(context, dealings.session.projectRoot, result.ResultsFilePath)
    : undefined;
  return outcomeOf(
    { result: rows ? { ...result, Results: rows, DisplayedCount: rows.length } : result, warnings },
    dealings,
  );
}

export function view(value: Json): View {
  return { rows: rowsOf(value, "Results").map(resultRow), columns: ["label", "type", "path", "provider"] };
}

function resultRow(item: JsonObject): Row {
  const label = textIn(item, "Label");
  const path = textIn(item, "Path");
  return {
    text: path === "" ? label : `${label}  ${path}`,
    cells: { label, type: textIn(item, "Type"), path, provider: textIn(item, "Provider") },
  };
}

export function fit(value: Json, maxChars: number): Json | undefined {
  return cutRows(
    value,
    ["Results"],
    maxChars,
    "Ask with a smaller MaxResults or a narrower query; ResultsFilePath, where given, has all",
  );
}
