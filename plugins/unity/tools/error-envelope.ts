/** What can go wrong between jig and an Editor, and the envelope in which this plugin says so: PascalCase and `Ver`, like every answer. */
import {
  type ErrorCode,
  type ErrorExtras,
  JigError,
  type Json,
  type JsonObject,
  type Outcome,
  toJigError,
} from "../../../core/host/plugin-api.ts";

/** The plugin's own codes, each with the host's code that it refines. */
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

/** A failure of this plugin. `details.editorCode` carries the code across process borders; `details.ver` the Editor's version where known. */
export function editorError(code: EditorCode, message: string, extras: ErrorExtras = {}): JigError {
  return new JigError(CODES[code], message, { ...extras, details: { ...extras.details, editorCode: code } });
}

/** The plugin's code of an error, or undefined where it came from the host. */
export function editorCodeOf(error: unknown): EditorCode | undefined {
  if (!(error instanceof JigError)) return undefined;
  const code = error.details?.editorCode;
  return typeof code === "string" && code in CODES ? (code as EditorCode) : undefined;
}

/** A failure of a repetition: that it was not sent again does not undo the first time. */
export function sentBefore(thrown: unknown): JigError {
  const error = toJigError(thrown);
  return JigError.fromData({ ...error.toData(), details: { ...error.details, dispatched: true } });
}

/** Failures by which a command may have run, where nothing more exact is known. */
const MAY_HAVE_RUN: readonly string[] = [
  "LOST_AFTER_DISPATCH",
  "EDITOR_ERROR",
  "PROTOCOL_ERROR",
  "TIMEOUT",
  "CANCELLED",
  "COMMAND_FAILED",
  "INTERNAL",
] satisfies (EditorCode | ErrorCode)[];

/** The failure envelope: `Details.Dispatched` says of every failure whether anything may have run. `find-game-objects` says failures in the lower-case keys of its own contract as well. */
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
