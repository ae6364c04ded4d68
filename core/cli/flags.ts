/** Flag definitions, either static or derived from a tool's input schema. Parsing, help and completion all use them. */
import type { Json, JsonSchema } from "../host/frontend-api.ts";

export interface Flag {
  /** Without dashes: `include-globs`. */
  name: string;
  /** Parameter name: `include_globs`. */
  parameter: string;
  /** Type of a single value. `any` if the schema allows several. */
  kind: "boolean" | "integer" | "number" | "string" | "json" | "any";
  /** Accepts several values, by repeating the flag or as several words. */
  list: boolean;
  /** Placeholder in help: `DIR`. */
  placeholder: string;
  description: string;
  choices?: string[];
  fallback?: Json;
  required?: boolean;
  /** If it's not `--name`, for example `-i`. */
  written?: string;
  /** Lists only: takes all words up to the next flag. */
  greedy?: boolean;
  /** Supports `--no-…`. */
  negatable?: boolean;
}

export function written({ name, written }: Pick<Flag, "name" | "written">): string {
  return written ?? `--${name}`;
}

export function toggle(name: string, description: string): Flag {
  return { name, parameter: name, kind: "boolean", list: false, placeholder: "", description, negatable: true };
}

/** A flag with a value, a single string by default. */
export function option(name: string, placeholder: string, description: string, more: Partial<Flag> = {}): Flag {
  return { name, parameter: name, kind: "string", list: false, placeholder, description, greedy: true, ...more };
}

/** One flag per property, in schema order. */
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

/** Example object, quoted for the shell, if the schema has required fields. */
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

/** `includeGlobs`, `include_globs` and `IncludeGlobs` all become `include-globs`. */
export function kebab(parameter: string): string {
  return parameter
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}
