/** Defines the errors that can occur between jig and the Editor. They have their own codes. */
import { type ErrorCode, type ErrorExtras, JigError, type Json, toJigError } from "../../../core/host/plugin-api.ts";

/** Each of these is a more specific form of one of the host's codes. */
const CODES = {
  PROJECT_NOT_FOUND: "UNAVAILABLE",
  PROJECT_AMBIGUOUS: "INVALID_ARGUMENT",
  SETTINGS_INVALID: "UNAVAILABLE",
  EDITOR_NOT_REACHABLE: "UNAVAILABLE",
  EDITOR_BUSY: "UNAVAILABLE",
  WRONG_PROJECT: "UNAVAILABLE",
  LOST_AFTER_DISPATCH: "UNAVAILABLE",
  NOT_ON_THIS_VERSION: "UNAVAILABLE",
  TOOL_BLOCKED: "PERMISSION_DENIED",
  TOOL_DISABLED: "PERMISSION_DENIED",
  PARAMETER_REFUSED: "INVALID_ARGUMENT",
  EDITOR_ERROR: "COMMAND_FAILED",
  PROTOCOL_ERROR: "COMMAND_FAILED",
  REQUEST_TOO_LARGE: "LIMIT_EXCEEDED",
  TIMEOUT: "TIMEOUT",
  NO_WINDOW_TOOL: "UNAVAILABLE",
  NOT_TRUSTED: "PERMISSION_DENIED",
  UPDATE_NEEDED: "UNAVAILABLE",
} as const satisfies Record<string, ErrorCode>;

export type EditorCode = keyof typeof CODES;

/**
 * `details.editorCode` keeps the code when the error is sent to another process, and `details.ver` is the version of the Editor
 * if we know it.
 */
export function editorError(code: EditorCode, message: string, extras: ErrorExtras = {}): JigError {
  return new JigError(CODES[code], message, { ...extras, details: { ...extras.details, editorCode: code } });
}

/** Returns undefined for the host's errors. */
export function editorCodeOf(error: unknown): EditorCode | undefined {
  if (!(error instanceof JigError)) return undefined;
  const code = error.details?.editorCode;
  return typeof code === "string" && code in CODES ? (code as EditorCode) : undefined;
}

/** Adapts an error that occurred in a retry. The retry may not have been sent, but the first attempt was. */
export function sentBefore(thrown: unknown): JigError {
  const error = toJigError(thrown);
  return JigError.fromData({ ...error.toData(), details: { ...error.details, dispatched: true } });
}

/**
 * Throws if there is no list, which is different from an empty one. `what` is a verb and an object, and `message` comes from
 * the Editor.
 */
export function listIn(value: Json | undefined, what: string, message = ""): Json[] {
  if (Array.isArray(value)) return value;
  throw editorError("EDITOR_ERROR", `Unity could not ${what}: ${message || "it answered without a list"}`, {
    hint: "It only reads, so try again",
    details: { dispatched: true },
  });
}
