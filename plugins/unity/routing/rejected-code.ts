/** Detects answers of execute-dynamic-code that say the code never started. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";

/** Error messages for code that did not run. Only match the start, because an exception thrown by the code may contain the same words. */
const NOT_STARTED = /^(Another execution is already in progress|Security violations? (detected|found))/i;

/** Returns true if the code is forbidden by a security level, does not compile, or other code is already running. */
export function isRejectedCode(result: JsonObject): boolean {
  const { Success, SecurityLevel, CompilationErrors, ErrorMessage } = result;
  if (Success !== false) return false;
  return (
    SecurityLevel === "Disabled" ||
    (Array.isArray(CompilationErrors) && CompilationErrors.length > 0) ||
    NOT_STARTED.test(String(ErrorMessage || result.Error || ""))
  );
}
