/** Converts failures between jig and an Editor to this plugin's envelope, which uses PascalCase and has `Ver`, like every answer. */
import type { ErrorCode, JigError, Json, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { EditorCode } from "../command/editor-errors.ts";

/** After these failures the command may have run, unless we know more. */
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
 * The failure envelope. `Details.Dispatched` says whether anything may have run. `find-game-objects` also reports failures with the
 * lower-case keys of its own contract.
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
