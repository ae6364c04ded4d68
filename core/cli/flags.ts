/** Defines flags, either directly or from the input schema of a tool. Parsing, help and completion all use these definitions. */
import type { Json, JsonSchema } from "../host/frontend-api.ts";

export interface Flag {
  /** The name without dashes, for example `include-globs`. */
  name: string;
  /** The name of the parameter, for example `include_globs`. */
  parameter: string;
  /** The type of a single value. It is `any` if the schema allows several types. */
  kind: "boolean" | "integer" | "number" | "string" | "json" | "any";
  /** True if it accepts several values, by repeating the flag or as several words. */
  list: boolean;
  /** The placeholder in the help, for example `DIR`. */
  placeholder: string;
  description: string;
  choices?: string[];
  fallback?: Json;
  required?: boolean;
  /** Set if it isn't `--name`, for example to `-i`. */
  written?: string;
  /** True for a list that takes all words up to the next flag. */
  greedy?: boolean;
  /** True if it supports `--no-…`. */
  negatable?: boolean;
}

export function written({ name, written }: Pick<Flag, "name" | "written">): string {
  return written ?? `--${name}`;
}

export function toggle(name: string, description: string): Flag {
  return { name, parameter: name, kind: "boolean", list: false, placeholder: "", description, negatable: true };
}

/** Defines a flag with a value, which is a single string by default. */
export function option(name: string, placeholder: string, description: string, more: Partial<Flag> = {}): Flag {
  return { name, parameter: name, kind: "string", list: false, placeholder, description, greedy: true, ...more };
}

/** Returns one flag for each property, in the order of the schema. */
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

/** Returns an example object, quoted for the shell, if the schema has required fields. */
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

/** Converts `includeGlobs`, `include_globs` and `IncludeGlobs` to `include-globs`. */
export function kebab(parameter: string): string {
  return parameter
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}
