/** Rows for a value whose tool has no `view` of its own. */
import type { Json, View } from "../contract/outcome.ts";

/** A string line by line, anything else as indented JSON. */
export function defaultView(value: Json): View {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return {
    rows: text
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => ({ text: line })),
  };
}
