/**
 * The server has two lists of tools, and neither is complete. One has the names that this Editor registered, including custom
 * tools, and the other has the schemas and effects. We merge them here.
 */
import type { JsonObject } from "../../../../core/host/plugin-api.ts";
import { asObject, textIn } from "../../command/json-fields.ts";
import type { EditorParameter, EditorTool } from "../../editor/tool-catalog.ts";

/** Describes how to poll a tool that continues after its first answer. */
export interface Polling {
  action: string;
}

export interface ListedTool extends EditorTool {
  polling?: Polling;
}

/**
 * The `registered` list (`/api/custom-tools`) determines which tools the Editor accepts. The `listed` tools (from MCP) have
 * descriptions, but they include tools of the server itself, so we only use them alone if the Editor registered no tools.
 */
export function toolsIn(registered: JsonObject | undefined, listed: JsonObject[] | undefined): ListedTool[] {
  const described = new Map((listed ?? []).flatMap((each) => mcpTool(each) ?? []).map((tool) => [tool.name, tool]));
  const tools = (Array.isArray(registered?.tools) ? registered.tools.map(asObject) : []).flatMap(
    (each): ListedTool[] => {
      const { name } = each;
      if (typeof name !== "string") return [];
      const tool = described.get(name) ?? registeredTool(name, each);
      return [
        each.requires_polling === true
          ? { ...tool, polling: { action: textIn(each, "poll_action") || "status" } }
          : tool,
      ];
    },
  );
  return (tools.length > 0 ? tools : [...described.values()]).sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A tool without listed parameters may still take some. */
function registeredTool(name: string, each: JsonObject): EditorTool {
  const parameters = (Array.isArray(each.parameters) ? each.parameters.map(asObject) : []).map(
    (parameter): EditorParameter => ({
      name: textIn(parameter, "name"),
      type: textIn(parameter, "type") || "string",
      description: textIn(parameter, "description"),
      default: parameter.default_value ?? null,
      ...(parameter.required === true ? { required: true } : {}),
    }),
  );
  const tool = { name, description: textIn(each, "description"), parameters };
  return parameters.length === 0 ? { ...tool, open: true } : tool;
}

function mcpTool(each: JsonObject): EditorTool | undefined {
  const { name, inputSchema, annotations } = each;
  if (typeof name !== "string") return undefined;
  const { properties, required } = asObject(inputSchema);
  const needed = Array.isArray(required) ? required : [];
  const parameters = Object.entries(asObject(properties)).map(([key, schema]) =>
    parameterOf(key, asObject(schema), needed.includes(key)),
  );
  const { readOnlyHint, destructiveHint, idempotentHint } = asObject(annotations);
  const effect = {
    ...(typeof readOnlyHint === "boolean" ? { readOnly: readOnlyHint } : {}),
    ...(typeof destructiveHint === "boolean" ? { destructive: destructiveHint } : {}),
    ...(typeof idempotentHint === "boolean" ? { idempotent: idempotentHint } : {}),
  };
  const declared = Object.keys(effect).length === 0 ? {} : { effect };
  // `open`, because the Editor knows more spellings than the schema does.
  return { name, description: textIn(each, "description"), parameters, open: true, ...declared };
}

function parameterOf(name: string, schema: JsonObject, required: boolean): EditorParameter {
  const kinds = [schema, ...(Array.isArray(schema.anyOf) ? schema.anyOf.map(asObject) : [])];
  const types = kinds.map(({ type }) => type).filter((type) => typeof type === "string" && type !== "null");
  const choices = kinds.flatMap(({ enum: names }) => (Array.isArray(names) ? names : []));
  const texts = choices.filter((choice): choice is string => typeof choice === "string");
  return {
    name,
    type: [...new Set(types)].join("|") || "any",
    description: textIn(schema, "description"),
    ...(texts.length > 0 ? { choices: texts } : { default: schema.default ?? null }),
    ...(required ? { required: true } : {}),
  };
}
