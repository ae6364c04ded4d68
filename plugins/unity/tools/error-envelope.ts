/** Creates the envelope of a failure, which has PascalCase keys and `Ver` like other answers. */
import type { ErrorCode, JigError, Json, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { EditorCode } from "../command/editor-errors.ts";

/** Unless we know better, we assume that the command has run. */
const MAY_HAVE_RUN: readonly string[] = [
  "LOST_AFTER_DISPATCH",
  "EDITOR_ERROR",
  "PROTOCOL_ERROR",
  "TIMEOUT",
  "CANCELLED",
  "COMMAND_FAILED",
  "INTERNAL",
] satisfies (EditorCode | ErrorCode)[];

/**
 * The important field is `Details.Dispatched`, which tells whether anything may have run. For `find-game-objects` we also add
 * the lower-case keys from its contract.
 */
export function failure(error: JigError, tool: string): Outcome {
  const { editorCode, ver, ...details } = (error.details ?? {}) as JsonObject;
  const written = typeof editorCode === "string" ? editorCode : error.code;
  details.dispatched ??= MAY_HAVE_RUN.includes(written);
  const value: JsonObject = {};
  if (tool === "find-game-objects") {
    value.results = [];
    value.totalFound = 0;
    value.errorMessage = error.message;
  }
  value.Success = false;
  value.Code = written;
  value.ErrorMessage = error.message;
  if (error.hint !== undefined) value.Hint = error.hint;
  value.Details = pascalKeys(details);
  value.Ver = typeof ver === "string" ? ver : "";
  return { value, failed: true };
}

function pascalKeys(details: JsonObject): Json {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]),
  );
}
