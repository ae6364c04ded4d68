/** Errors use the same format as the search tools. */
import type { JigError, Outcome } from "../../core/host/plugin-api.ts";

export function failure(error: JigError): Outcome {
  return { value: { success: false, error: error.advice, code: error.code }, failed: true };
}
