/** Summarizes an input in one line, e.g. `query Damage · include_globs ["*.cs"]`. */
import type { JsonObject } from "../../core/host/frontend-api.ts";

export function brief(input: JsonObject): string {
  const parts = Object.entries(input).map(([key, value]) => {
    const plain = typeof value === "string" && value !== "" && value.trim() === value;
    return `${key} ${plain ? value : JSON.stringify(value)}`;
  });
  return parts.length > 0 ? parts.join(" · ") : "no parameters";
}
