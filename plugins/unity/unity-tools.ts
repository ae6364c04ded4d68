/** `unity-tools`: every tool that this Editor offers, custom ones included, with their parameters. */
import type { InferOutput } from "valibot";
import type { Context, Json, JsonObject, Outcome, View } from "../../core/host/plugin-api.ts";
import { dealingsOf } from "./dealings.ts";
import type { EditorTool } from "./editor/catalogue.ts";
import { cutRows } from "./fit.ts";
import { rowsOf, sameProject, textIn } from "./results/answer.ts";
import type { unityToolsInput } from "./schemas.ts";

export default async function unityTools(
  input: InferOutput<typeof unityToolsInput>,
  context: Context,
): Promise<Outcome> {
  const { session, caller } = await dealingsOf(input, context);
  const { tools, ver } = await session.catalogue(caller, true);
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
  const parameters = tool.parameters.map(({ name, type, description, choices, default: standard }) => ({
    Name: name,
    Type: type,
    Description: description,
    ...(choices ? { Choices: choices } : { Default: standard ?? null }),
  }));
  return { Name: tool.name, Description: tool.description, Parameters: parameters };
}

export function view(value: Json, input: object): View {
  const rows = rowsOf(value, "Tools").map((tool) => {
    const name = textIn(tool, "Name");
    const parameters = rowsOf(tool, "Parameters").map((parameter) => textIn(parameter, "Name"));
    return {
      text: `${name}  ${textIn(tool, "Description")}`,
      cells: { name, description: textIn(tool, "Description"), parameters: parameters.join(", ") },
      links: [{ rel: "open" as const, tool: "unity-call", input: { Tool: name, ...sameProject(input) } }],
    };
  });
  return { rows, columns: ["name", "description", "parameters"] };
}

export function fit(value: Json, maxChars: number): Json | undefined {
  return cutRows(value, ["Tools"], maxChars, "Ask with a part of the tool's Name");
}
