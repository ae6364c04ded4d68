/** Writes errors as `{error, code, path?}`, with the codes from docs/contracts/csharp.md. */
import {
  type ErrorCode,
  type ErrorExtras,
  JigError,
  type JsonObject,
  type Outcome,
} from "../../../core/host/plugin-api.ts";

/** Maps the host's codes to ours. A handler can be more specific by setting `details.scriptCode`. */
const CODES: Partial<Record<ErrorCode, string>> = {
  PATH_OUTSIDE: "PATH_SCOPE_INVALID",
  PATH_NOT_FOUND: "FILE_NOT_FOUND",
  NOT_A_FILE: "FILE_NOT_FOUND",
  PATTERN_INVALID: "INVALID_REGEX",
  LIMIT_EXCEEDED: "PREVIEW_TOO_LARGE",
};

/** The codes for parameters that are missing or empty. */
const REQUIRED: Record<string, string> = { path: "PATH_REQUIRED", name: "NAME_REQUIRED", pattern: "PATTERN_REQUIRED" };

/** The codes for internal failures. */
const INTERNAL: Record<string, string> = {
  script_packages_list: "PACKAGE_LIST_ERROR",
  script_search: "SEARCH_ERROR",
  script_symbols_get: "SYMBOLS_GET_ERROR",
  script_symbol_find: "SYMBOL_FIND_ERROR",
  script_refs_find: "REFS_FIND_ERROR",
  script_index_status: "INDEX_STATUS_ERROR",
};

export function failure(error: JigError, tool: string): Outcome {
  const value: JsonObject = { error: error.advice, code: codeOf(error, tool) };
  const { path, candidates, size, maximum, saved } = error.details ?? {};
  if (typeof path === "string") value.path = path;
  if (Array.isArray(candidates)) value.candidates = candidates;
  if (typeof size === "number" && typeof maximum === "number") Object.assign(value, { size, maximum });
  if (typeof saved === "string") value.saved = saved;
  return { value, failed: true };
}

function codeOf(error: JigError, tool: string): string {
  const { scriptCode, parameters, parameter } = error.details ?? {};
  if (typeof scriptCode === "string") return scriptCode;
  if (error.code === "INVALID_ARGUMENT") {
    const missing = Array.isArray(parameters) ? String(parameters[0]) : String(parameter ?? "");
    return (Array.isArray(parameters) || isEmpty(error) ? REQUIRED[missing] : undefined) ?? "INVALID_ARGUMENT";
  }
  if (error.code === "INTERNAL") return INTERNAL[tool] ?? "INTERNAL";
  return CODES[error.code] ?? error.code;
}

function isEmpty(error: JigError): boolean {
  return error.message.includes("must be a non-empty string");
}

/** An error with one of the contract's codes. */
export function scriptError(
  scriptCode: string,
  code: ErrorCode,
  message: string,
  extras: ErrorExtras & { path?: string } = {},
): JigError {
  const { path, ...rest } = extras;
  return new JigError(code, message, {
    ...rest,
    details: { ...rest.details, scriptCode, ...(path === undefined ? {} : { path }) },
  });
}
