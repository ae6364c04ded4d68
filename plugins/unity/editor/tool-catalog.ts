/** The Editor's tools, normalised from its `get-tool-details` answer. */
import { isObject, type Json, type JsonObject } from "../../../core/host/plugin-api.ts";
import { listIn } from "../command/editor-errors.ts";
import { asObject } from "../command/json-fields.ts";

export interface EditorParameter {
  name: string;
  type: string;
  description: string;
  /** Absent for enums: the Editor states theirs as a number that is not an index into the names (TestMode counts from 1). */
  default?: Json;
  /** The names an enum accepts. */
  choices?: string[];
  required?: true;
}

/** Effects that a tool declares; absent keys are not declared. */
export interface DeclaredEffect {
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
}

export interface EditorTool {
  name: string;
  description: string;
  parameters: EditorParameter[];
  /** It may take more parameters than it lists. */
  open?: true;
  effect?: DeclaredEffect;
}

export interface ToolCatalog {
  tools: EditorTool[];
  ver: string;
}

/** Reads the result of `get-tool-details`. Malformed entries are omitted. Throws EDITOR_ERROR if there is no list. */
export function parseToolCatalog(result: JsonObject): ToolCatalog {
  return {
    tools: listIn(result.Tools, "list its tools")
      .filter(isObject)
      .flatMap((entry) => {
        const { name, description, parameterSchema } = entry;
        if (typeof name !== "string") return [];
        const properties = asObject(asObject(parameterSchema).Properties);
        const parameters = Object.entries(properties).map(([key, value]) => parameterOf(key, asObject(value)));
        return [{ name, description: typeof description === "string" ? description : "", parameters }];
      }),
    ver: typeof result.Ver === "string" ? result.Ver : "",
  };
}

function parameterOf(name: string, schema: JsonObject): EditorParameter {
  const { Type, Description, DefaultValue, Enum } = schema;
  const choices = Array.isArray(Enum) ? Enum.filter((choice) => typeof choice === "string") : [];
  return {
    name,
    type: typeof Type === "string" ? Type : "string",
    description: typeof Description === "string" ? Description : "",
    ...(choices.length > 0 ? { choices } : { default: DefaultValue ?? null }),
  };
}

export function toolOf(catalog: ToolCatalog, name: string): EditorTool | undefined {
  return catalog.tools.find((tool) => tool.name === name);
}

/** Names in `parameters` that this Editor's tool would ignore. The Editor matches names in any letter case. */
export function unknownParameters(tool: EditorTool, parameters: string[]): string[] {
  if (tool.open) return [];
  const known = new Set(tool.parameters.map((parameter) => parameter.name.toLowerCase()));
  return parameters.filter((name) => !known.has(name.toLowerCase()));
}
