/** Returns the code and the message of anything that was thrown. */

/** Returns the `code` of a system error, or "" if it doesn't have one. */
export function errorCode(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

/** If the value is not an error, it is converted to text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
