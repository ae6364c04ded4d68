/** `find-game-objects`: objects of the open scenes by name, component, tag and layer. */
import { getDefaults } from "valibot";
import type { Context, Json, JsonObject, Outcome, Row, View } from "../../core/host/plugin-api.ts";
import { type CommonInput, dealingsOf, editorParams, withParameterWarnings } from "./dealings.ts";
import { cutRows } from "./fit.ts";
import { outcomeOf, rowsOf, sameProject, textIn } from "./results/answer.ts";
import { readSavedRows } from "./results/saved-rows.ts";
import { findGameObjectsInput } from "./schemas.ts";

export default async function findGameObjects(input: CommonInput, context: Context): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  const command = { method: "find-game-objects", params: editorParams(input), repeatable: true };
  const answer = await dealings.session.run(command, dealings.caller);
  const { result, warnings } = await withParameterWarnings(
    answer,
    dealings,
    command,
    getDefaults(findGameObjectsInput),
  );
  // Several selected objects come as a file only.
  const saved = Array.isArray(result.results)
    ? undefined
    : await readSavedRows(context, dealings.session.projectRoot, result.resultsFilePath);
  return outcomeOf({ result: saved ? { ...result, results: saved } : result, warnings }, dealings);
}

export function view(value: Json, input: object): View {
  return {
    rows: rowsOf(value, "results").map((entry) => objectRow(entry, sameProject(input))),
    columns: ["path", "active", "tag", "layer", "components"],
  };
}

function objectRow(entry: JsonObject, project: JsonObject): Row {
  const path = textIn(entry, "path") || textIn(entry, "name");
  const components = rowsOf(entry, "components").map((component) => textIn(component, "type"));
  return {
    text: `${path}  ${components.join(", ")}`,
    cells: {
      path,
      active: entry.isActive === true,
      tag: textIn(entry, "tag"),
      layer: typeof entry.layer === "number" ? entry.layer : null,
      components: components.join(", "),
    },
    ...(entry.isActive === false ? { tone: "muted" as const } : {}),
    links: [{ rel: "members", tool: "get-hierarchy", input: { RootPath: path, ...project } }],
  };
}

export function fit(value: Json, maxChars: number): Json | undefined {
  return cutRows(
    value,
    ["processingErrors", "results"],
    maxChars,
    "Ask with a smaller MaxResults or a narrower NamePattern",
  );
}
