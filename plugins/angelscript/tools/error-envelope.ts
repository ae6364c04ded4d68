/**
 * Implements the response format in docs/contracts/angelscript.md, which is `{ok:true,data}` or
 * `{ok:false,error:{code,message,retryable?,hint?,details?}}`.
 */
import type { JigError, Json, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";

export function success(data: object): Outcome {
  return { value: { ok: true, data: data as Json } };
}

/** The error codes of the host and their names in the contract. */
const CODES: Partial<Record<string, string>> = {
  INVALID_ARGUMENT: "InvalidParams",
  PATH_OUTSIDE: "InvalidParams",
  NOT_A_FILE: "InvalidParams",
  PATTERN_INVALID: "InvalidParams",
  PATH_NOT_FOUND: "NotFound",
  SYMBOL_NOT_FOUND: "NotFound",
  SYMBOL_AMBIGUOUS: "InvalidParams",
  UNAVAILABLE: "NotReady",
  TIMEOUT: "NotReady",
  CANCELLED: "Cancelled",
  LIMIT_EXCEEDED: "InvalidParams",
  PERMISSION_DENIED: "InvalidParams",
  CHANGE_REFUSED: "ChangeRefused",
};

/** `searchApi` has its own codes for wrong parameters, and its own names for the value that it received. */
const SEARCH_CODES: Record<string, [code: string, received: string]> = {
  labelQuery: ["MISSING_LABEL_QUERY", "receivedLabelQuery"],
  searchIndex: ["INVALID_SEARCH_INDEX", "receivedSearchIndex"],
  maxBatchResults: ["INVALID_MAX_BATCH_RESULTS", "receivedMaxBatchResults"],
  source: ["INVALID_SOURCE", "receivedSource"],
};

const RETRYABLE = new Set(["UNAVAILABLE", "TIMEOUT"]);

/** The contract has `hint` and `candidates` both in `error` and in `error.details`. */
export function failure(error: JigError, tool: string): Outcome {
  const { code: own, ...details } = { ...error.details };
  let code = typeof own === "string" ? own : (CODES[error.code] ?? "INTERNAL_ERROR");
  const parameter = details.parameter ?? (Array.isArray(details.parameters) ? details.parameters[0] : undefined);
  const special = tool.endsWith("searchApi") && typeof parameter === "string" ? SEARCH_CODES[parameter] : undefined;
  if (special && error.code === "INVALID_ARGUMENT") {
    code = special[0];
    details[special[1]] = details.received ?? null;
  }
  const body: JsonObject = { code, message: error.message };
  if (RETRYABLE.has(error.code)) body.retryable = true;
  if (error.hint !== undefined) {
    body.hint = error.hint;
    details.hint = error.hint;
  }
  if (Array.isArray(details.candidates)) body.candidates = details.candidates;
  if (Object.keys(details).length > 0) body.details = details as Json;
  return { value: { ok: false, error: body }, failed: true };
}
