/** Whether an answer of execute-dynamic-code says that the code did not begin. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";

/**
 * Messages of Editors for code that did not run. Only the start of a message is matched, because exceptions of the code may
 * contain these words.
 */
const NOT_STARTED = /^(Another execution is already in progress|Security violations? (detected|found))/i;

/** True if a security level forbids the code, it does not compile, or other code is running. */
export function isRejectedCode(result: JsonObject): boolean {
  const { Success, SecurityLevel, CompilationErrors, ErrorMessage } = result;
  if (Success !== false) return false;
  return (
    SecurityLevel === "Disabled" ||
    (Array.isArray(CompilationErrors) && CompilationErrors.length > 0) ||
    NOT_STARTED.test(String(ErrorMessage || result.Error || ""))
  );
}
