/** Flags as data: declared in a table, or derived from a tool's input schema. Argv, help and completion are read off them. */
import type { Json, JsonSchema } from "../host/frontend-api.ts";

export interface Flag {
  /** As written, without the dashes: `include-globs`. */
  name: string;
  /** The parameter it fills: `include_globs`. */
  parameter: string;
  /** The type of one value; `any` if the schema allows several. */
  kind: "boolean" | "integer" | "number" | "string" | "json" | "any";
  /** Takes several values: given again, or as several words. */
  list: boolean;
  /** The name of a value in help: `DIR`. */
  placeholder: string;
  description: string;
  choices?: string[];
  fallback?: Json;
  required?: boolean;
  /** Its spelling, if not two dashes and its name: `-i`. */
  written?: string;
  /** For a list: takes all words up to the next flag. */
  greedy?: boolean;
  /** Can be turned off: `--no-…`. */
  negatable?: boolean;
}

/** A flag with its dashes. */
export function written({ name, written }: Pick<Flag, "name" | "written">): string {
  return written ?? `--${name}`;
}

/** Declares a flag that is on or off. */
export function toggle(name: string, description: string): Flag {
  return { name, parameter: name, kind: "boolean", list: false, placeholder: "", description, negatable: true };
}

/** Declares a flag with a value, by default one text. */
export function option(name: string, placeholder: string, description: string, more: Partial<Flag> = {}): Flag {
  return { name, parameter: name, kind: "string", list: false, placeholder, description, greedy: true, ...more };
}

/** One flag a property of the schema, in its order. */
export function flagsOf(schema: JsonSchema): Flag[] {
  const properties = schema.properties ?? {};
  const required = new Set(schema.required);
  return Object.entries(properties).map(([parameter, property]) => {
    const list = property.type === "array";
    const one = list ? (property.items ?? {}) : property;
    const choices = Array.isArray(one.enum) ? one.enum.map(String) : undefined;
    const kind = kindOf(one);
    return {
      name: kebab(parameter),
      parameter,
      kind,
      list,
      greedy: list,
      negatable: kind === "boolean",
      placeholder: choices?.join("|") ?? shapeOf(one) ?? PLACEHOLDERS[kind],
      description: String(property.description ?? ""),
      ...(choices && { choices }),
      ...(property.default !== undefined && { fallback: property.default }),
      required: required.has(parameter),
    };
  });
}

const PLACEHOLDERS: Record<Flag["kind"], string> = {
  boolean: "",
  integer: "N",
  number: "N",
  string: "TEXT",
  json: "JSON",
  any: "VALUE",
};

/** An example object, quoted for a shell, if the schema requires fields. */
function shapeOf({ type, properties, required }: JsonSchema): string | undefined {
  if (type !== "object" || !Array.isArray(required) || required.length === 0) return undefined;
  if (!required.every((name) => /^\w+$/.test(String(name)))) return undefined;
  const parts = required.map((name) => {
    const property = properties?.[String(name)] ?? {};
    return `"${name}":${PLACEHOLDERS[kindOf(property)] || "true"}`;
  });
  return `'{${parts.join(",")}}'`;
}

function kindOf(schema: JsonSchema): Flag["kind"] {
  if (Array.isArray(schema.enum)) return schema.enum.every((choice) => typeof choice === "string") ? "string" : "any";
  switch (schema.type) {
    case "boolean":
    case "integer":
    case "number":
    case "string":
      return schema.type;
    case "object":
    case "array":
      return "json";
    default:
      return "any";
  }
}

/** `includeGlobs`, `include_globs` and `IncludeGlobs` are all `include-globs`. */
export function kebab(parameter: string): string {
  return parameter
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}
