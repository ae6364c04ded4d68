/** Implements `unity-search` with Unity Search. Large results are saved to a file, which we read. */
import { getDefaults, type InferOutput } from "valibot";
import type { Context, Json, Outcome, RenderedRow, Row } from "../../../core/host/plugin-api.ts";
import { asObject, textIn } from "../command/json-fields.ts";
import { orFallback } from "../fallbacks/run-code.ts";
import { flagsIn, searchByCode } from "../fallbacks/search.ts";
import { isAssetPath, locationIn } from "../results/project-paths.ts";
import { readSavedRows } from "../results/saved-files.ts";
import { openCall } from "../routing/editor-call.ts";
import { editorParams, withParameterWarnings } from "./call-editor.ts";
import { outcomeOf } from "./editor-outcome.ts";
import { unitySearchInput } from "./input.ts";

const TOOL = "unity-search";

export default async function unitySearch(
  input: InferOutput<typeof unitySearchInput>,
  context: Context,
): Promise<Outcome> {
  const call = await openCall(input, context);
  // Each search writes a new file.
  const command = {
    method: TOOL,
    params: { ...editorParams(input), SearchFlags: flagsIn(input.SearchFlags).join(", ") },
    repeatable: !input.SaveToFile,
  };
  const { result, warnings } = await orFallback(
    async () => {
      const answer = await call.router.run(command, call.commandContext);
      return withParameterWarnings(answer, call, command, getDefaults(unitySearchInput));
    },
    () => searchByCode(TOOL, input, call, context),
  );
  // The rows were only saved because there are so many, so we return them anyway.
  const readBack = result.ResultsSavedToFile === true && !input.SaveToFile;
  const rows = readBack ? await readSavedRows(context, call.router.projectRoot, result.ResultsFilePath) : undefined;
  const shown = rows ? { ...result, Results: rows, DisplayedCount: rows.length } : result;
  // Asset paths are relative to this.
  return outcomeOf({ result: { ...shown, ProjectRoot: call.router.projectRoot }, warnings }, call);
}

/** The names of scene objects and menus look like paths, but they must not become links. */
export function lines({ row }: RenderedRow, answer: Json): Row[] {
  const item = asObject(row);
  const root = textIn(asObject(answer), "ProjectRoot");
  const label = textIn(item, "Label");
  const path = textIn(item, "Path");
  const location = isAssetPath(path) ? locationIn(root, path, 1) : undefined;
  const cells = {
    label,
    type: textIn(item, "Type"),
    path,
    provider: textIn(item, "Provider"),
    description: textIn(item, "Description"),
    bytes: typeof item.FileSize === "number" ? item.FileSize : null,
    modified: textIn(item, "LastModified"),
  };
  return [{ text: path === "" ? label : `${label}  ${path}`, cells, ...(location ? { location } : {}) }];
}
