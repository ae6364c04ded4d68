/** Detects answers of execute-dynamic-code which mean that the code never started. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";

/** The pattern only matches at the start, because an exception that the code throws may contain the same words. */
const NOT_STARTED = /^(Another execution is already in progress|Security violations? (detected|found))/i;

/** The code was refused by a security level, didn't compile, or had to wait for other code. */
export function isRejectedCode(result: JsonObject): boolean {
  const { Success, SecurityLevel, CompilationErrors, ErrorMessage } = result;
  if (Success !== false) return false;
  return (
    SecurityLevel === "Disabled" ||
    (Array.isArray(CompilationErrors) && CompilationErrors.length > 0) ||
    NOT_STARTED.test(String(ErrorMessage || result.Error || ""))
  );
}
