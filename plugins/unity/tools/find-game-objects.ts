/** Implements `find-game-objects`, which searches the open scenes by name, component, tag or layer. */
import { getDefaults } from "valibot";
import type { Context, JsonObject, Outcome, RenderedRow, Row } from "../../../core/host/plugin-api.ts";
import { asObject, rowsOf, textIn } from "../command/json-fields.ts";
import { readSavedRows } from "../results/saved-files.ts";
import { type CommonInput, openCall } from "../routing/editor-call.ts";
import { editorParams, withParameterWarnings } from "./call-editor.ts";
import { outcomeOf } from "./editor-outcome.ts";
import { findGameObjectsInput } from "./input.ts";

export default async function findGameObjects(input: CommonInput, context: Context): Promise<Outcome> {
  const call = await openCall(input, context);
  const command = { method: "find-game-objects", params: editorParams(input), repeatable: true };
  const answer = await call.router.run(command, call.commandContext);
  const { result, warnings } = await withParameterWarnings(answer, call, command, getDefaults(findGameObjectsInput));
  // If several objects are selected, the results are only written to a file.
  const saved = Array.isArray(result.results)
    ? undefined
    : await readSavedRows(context, call.router.projectRoot, result.resultsFilePath);
  return outcomeOf({ result: saved ? { ...result, results: saved } : result, warnings }, call);
}

/** Components are listed below if there is more to show than their types. */
export function lines({ row }: RenderedRow): Row[] {
  const object = asObject(row);
  const components = rowsOf(object, "components");
  const path = textIn(object, "path") || textIn(object, "name");
  const types = components.map((component) => textIn(component, "type")).join(", ");
  const head: Row = {
    text: `${path}  ${types}`,
    cells: {
      path,
      active: object.isActive === true,
      tag: textIn(object, "tag"),
      layer: typeof object.layer === "number" ? object.layer : null,
      components: types,
    },
    ...(object.isActive === false ? { tone: "muted" as const } : {}),
  };
  return [head, ...components.flatMap(componentRow)];
}

function componentRow(component: JsonObject): Row[] {
  const properties = rowsOf(component, "properties").map((each) => `${textIn(each, "name")}=${textIn(each, "value")}`);
  const [type, whole] = [textIn(component, "type"), textIn(component, "fullTypeName")];
  if (properties.length === 0 && (whole === "" || whole === `UnityEngine.${type}`)) return [];
  return [{ text: `${whole || type}: ${properties.join(", ")}`, depth: 1 }];
}
