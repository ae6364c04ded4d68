/** Builds the envelope of a failed call, see docs/contracts/search.md. */
import type { JigError, JsonObject, Outcome } from "../../core/host/plugin-api.ts";

export function failure(error: JigError): Outcome {
  const value: JsonObject = { success: false, error: error.advice, code: error.code };
  if (typeof error.details?.returncode === "number") value.returncode = error.details.returncode;
  if (Array.isArray(error.details?.candidates)) value.candidates = error.details.candidates;
  return { value, failed: true };
}
