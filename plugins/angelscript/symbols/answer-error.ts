/**
 * Converts the error codes of the contract (docs/contracts/angelscript.md) to those of the host. The original code is in
 * `details.code`.
 */
import { JigError } from "../../../core/host/plugin-api.ts";

export type AnswerCode =
  | "InvalidParams"
  | "NotFound"
  | "NotReady"
  | "MISSING_LABEL_QUERY"
  | "INVALID_SEARCH_INDEX"
  | "INVALID_MAX_BATCH_RESULTS"
  | "INVALID_SOURCE"
  | "INVALID_REGEX";

export function answerError(
  code: AnswerCode,
  message: string,
  extras: { hint?: string; details?: Record<string, unknown> } = {},
): JigError {
  const kind = code === "NotFound" ? "PATH_NOT_FOUND" : code === "NotReady" ? "UNAVAILABLE" : "INVALID_ARGUMENT";
  return new JigError(kind, message, { ...extras, details: { ...extras.details, code } });
}
