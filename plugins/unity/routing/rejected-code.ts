/** Spots "never started" among the answers of execute-dynamic-code. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";

/** Anchored at the start. If the code itself throws, its exception may contain the same words. */
const NOT_STARTED = /^(Another execution is already in progress|Security violations? (detected|found))/i;

/** Blocked by a security level, didn't compile, or there's other code running. */
export function isRejectedCode(result: JsonObject): boolean {
  const { Success, SecurityLevel, CompilationErrors, ErrorMessage } = result;
  if (Success !== false) return false;
  return (
    SecurityLevel === "Disabled" ||
    (Array.isArray(CompilationErrors) && CompilationErrors.length > 0) ||
    NOT_STARTED.test(String(ErrorMessage || result.Error || ""))
  );
}
