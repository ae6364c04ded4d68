/** Whether an answer of execute-dynamic-code says that the code did not begin. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";

/** Editors' messages for code that did not run. Only the start of a sentence counts: the code's own exceptions may contain any of these words. */
const NOT_STARTED = /^(Another execution is already in progress|Security violations? (detected|found))/i;

/** A level that forbids it, code that does not compile, other code in its way. */
export function isRejectedCode(result: JsonObject): boolean {
  const { Success, SecurityLevel, CompilationErrors, ErrorMessage } = result;
  if (Success !== false) return false;
  return (
    SecurityLevel === "Disabled" ||
    (Array.isArray(CompilationErrors) && CompilationErrors.length > 0) ||
    NOT_STARTED.test(String(ErrorMessage || result.Error || ""))
  );
}
