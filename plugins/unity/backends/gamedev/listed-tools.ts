/** Converts the tool list of the Unity-MCP server. */
import type { JsonObject } from "../../../../core/host/plugin-api.ts";
import { asObject, textIn } from "../../command/json-fields.ts";
import type { EditorTool } from "../../editor/tool-catalog.ts";

/** Disabled tools are left out, because they can't be called. */
export function toolsIn(listed: JsonObject[]): EditorTool[] {
  return listed.flatMap((each): EditorTool[] => {
    if (typeof each.name !== "string" || each.enabled === false) return [];
    const { properties, required } = asObject(each.inputSchema);
    const needed = Array.isArray(required) ? required : [];
    const parameters = Object.entries(asObject(properties)).map(([name, schema]) => {
      const own = asObject(schema);
      const type = Array.isArray(own.type) ? own.type.filter((one) => one !== "null").join("|") : textIn(own, "type");
      const choices = Array.isArray(own.enum) ? own.enum.filter((one) => typeof one === "string") : [];
      return {
        ...{ name, type: type || "any", description: textIn(own, "description") },
        ...(choices.length > 0 ? { choices } : { default: own.default ?? null }),
        ...(needed.includes(name) ? { required: true as const } : {}),
      };
    });
    return [{ name: each.name, description: textIn(each, "description"), parameters }];
  });
}
