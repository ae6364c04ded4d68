/** Reads the code and the message of any thrown value. */

/** Its `code`, as system errors have it; empty without one. */
export function errorCode(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

/** Its message; the value as text unless it is an error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
