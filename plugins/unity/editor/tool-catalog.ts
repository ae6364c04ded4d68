/** Parses the tool list of `get-tool-details` into a common form. */
import { isObject, type Json, type JsonObject } from "../../../core/host/plugin-api.ts";
import { listIn } from "../command/editor-errors.ts";
import { asObject } from "../command/json-fields.ts";

export interface EditorParameter {
  name: string;
  type: string;
  description: string;
  /** This is not set for enums. Their default is a number that isn't an index (TestMode counts from 1). */
  default?: Json;
  choices?: string[];
  required?: true;
}

/** The effect that the tool declares. A missing key means that nothing was declared, which is not the same as false. */
export interface DeclaredEffect {
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
}

export interface EditorTool {
  name: string;
  description: string;
  parameters: EditorParameter[];
  /** True if the tool may accept more parameters than are listed. */
  open?: true;
  effect?: DeclaredEffect;
}

export interface ToolCatalog {
  tools: EditorTool[];
  ver: string;
}

/** Skips malformed entries, but throws EDITOR_ERROR if there is no list at all. */
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

/** Returns the parameters that this tool would ignore. The Editor doesn't distinguish upper and lower case. */
export function unknownParameters(tool: EditorTool, parameters: string[]): string[] {
  if (tool.open) return [];
  const known = new Set(tool.parameters.map((parameter) => parameter.name.toLowerCase()));
  return parameters.filter((name) => !known.has(name.toLowerCase()));
}
