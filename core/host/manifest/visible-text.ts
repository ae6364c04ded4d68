/** Makes invisible characters in third-party manifests visible. */
import type { JsonSchema } from "../contract/host.ts";
import type { Json } from "../contract/outcome.ts";
import { withoutUnseen } from "../contract/unseen-characters.ts";

/** Values below these keys are data, not text. */
const DATA = new Set(["default", "const", "enum", "examples"]);

/** A copy with its strings made visible. Values below the data keys stay unchanged. */
export function visibleTexts<Texts extends object>(of: Texts): Texts {
  const entries = Object.entries(of).map(([key, value]) => [
    key,
    typeof value === "string" ? withoutUnseen(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** The same schema with visible titles and descriptions at any depth. */
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
