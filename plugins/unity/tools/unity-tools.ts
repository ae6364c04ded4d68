/** Implements `unity-tools`, which lists everything that this Editor offers, with parameters. */
import type { InferOutput } from "valibot";
import type { Context, JsonObject, Outcome, RenderedRow, Row } from "../../../core/host/plugin-api.ts";
import { asObject, rowsOf, textIn } from "../command/json-fields.ts";
import type { EditorTool } from "../editor/tool-catalog.ts";
import { openCall } from "../routing/editor-call.ts";
import type { unityToolsInput } from "./input.ts";

export default async function unityTools(
  input: InferOutput<typeof unityToolsInput>,
  context: Context,
): Promise<Outcome> {
  const { router, commandContext } = await openCall(input, context);
  const { tools, ver } = await router.catalog(commandContext, true);
  const wanted = tools.filter((tool) => tool.name.toLowerCase().includes(input.Name.toLowerCase()));
  return {
    value: {
      Success: true,
      Tools: wanted.map(toolValue),
      TotalCount: tools.length,
      DisplayedCount: wanted.length,
      Ver: ver,
    },
  };
}

function toolValue(tool: EditorTool): JsonObject {
  const parameters = tool.parameters.map(({ name, type, description, choices, required, default: standard }) => ({
    Name: name,
    Type: type,
    Description: description,
    ...(required ? { Required: true } : {}),
    ...(choices ? { Choices: choices } : { Default: standard ?? null }),
  }));
  const { readOnly, destructive, idempotent } = tool.effect ?? {};
  return {
    Name: tool.name,
    Description: tool.description,
    ...(readOnly === undefined ? {} : { ReadOnly: readOnly }),
    ...(destructive === undefined ? {} : { Destructive: destructive }),
    ...(idempotent === undefined ? {} : { Idempotent: idempotent }),
    Parameters: parameters,
  };
}

export function lines({ row }: RenderedRow): Row[] {
  const tool = asObject(row);
  const name = textIn(tool, "Name");
  const description = textIn(tool, "Description");
  const parameters = rowsOf(tool, "Parameters").map((each): Row => {
    const choices = Array.isArray(each.Choices) ? `: ${each.Choices.join(" | ")}` : "";
    const standard = textIn(each, "Default");
    const about = `${textIn(each, "Type")}${choices}${standard === "" ? "" : ` = ${standard}`}`;
    return { text: `${textIn(each, "Name")} (${about}) ${textIn(each, "Description")}`.trimEnd(), depth: 1 };
  });
  const effect = tool.ReadOnly === true ? " (only reads)" : tool.Destructive === true ? " (destructive)" : "";
  return [{ text: `${name}${effect}  ${description}`, cells: { name, description } }, ...parameters];
}
