/** Makes invisible characters in third-party manifests visible. */
import type { JsonSchema } from "../contract/host.ts";
import type { Json } from "../contract/outcome.ts";
import { withoutUnseen } from "../contract/unseen-characters.ts";

/** Below these keys there is data and not text. */
const DATA = new Set(["default", "const", "enum", "examples"]);

/** Returns a copy in which all strings are visible. Data isn't changed. */
export function visibleTexts<Texts extends object>(of: Texts): Texts {
  const entries = Object.entries(of).map(([key, value]) => [
    key,
    typeof value === "string" ? withoutUnseen(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** Makes invisible characters visible in the titles and descriptions of a schema, at any depth. */
export function visibleSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if ((key === "title" || key === "description") && typeof value === "string") return [key, withoutUnseen(value)];
      return [key, DATA.has(key) ? value : visibleBelow(value)];
    }),
  );
}

function visibleBelow(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((each) => visibleBelow(each) ?? null);
  return typeof value === "object" && value !== null ? visibleSchema(value) : value;
}
