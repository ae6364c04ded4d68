/** The one error class of jig and its closed catalogue of codes (design §1). */

export const ERROR_CODES = [
  "INVALID_ARGUMENT",
  "UNKNOWN_TOOL",
  "PATH_OUTSIDE",
  "PATH_NOT_FOUND",
  "NOT_A_FILE",
  "PERMISSION_DENIED",
  "PATTERN_INVALID",
  "ENCODING",
  "TIMEOUT",
  "CANCELLED",
  "LIMIT_EXCEEDED",
  "ANSWER_TOO_LARGE",
  "COMMAND_FAILED",
  "UNAVAILABLE",
  "UNTRUSTED",
  "INTERNAL",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What may accompany an error: `hint` says what to write instead, `details` is serialisable data for machines. */
export interface ErrorExtras {
  hint?: string;
  details?: Record<string, unknown>;
  cause?: unknown;
}

/**
 * Every failure that jig reports. The message names what was wrong, with the caller's own words quoted; `hint` names
 * what to write instead. It crosses process borders as `{code, message, hint, details}` (`toData`, `fromData`).
 */
export class JigError extends Error {
  override readonly name = "JigError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.hint = extras.hint;
    this.details = extras.details;
  }

  /** The message and, when there is one, the hint: what a person or a model should read. */
  get advice(): string {
    return this.hint ? `${this.message}. ${this.hint}` : this.message;
  }

  toData(): ErrorData {
    const data: ErrorData = { code: this.code, message: this.message };
    if (this.hint !== undefined) data.hint = this.hint;
    if (this.details !== undefined) data.details = this.details;
    return data;
  }

  static fromData(data: ErrorData): JigError {
    const extras: ErrorExtras = {};
    if (data.hint !== undefined) extras.hint = data.hint;
    if (data.details !== undefined) extras.details = data.details;
    return new JigError(isErrorCode(data.code) ? data.code : "INTERNAL", data.message, extras);
  }
}

/** The serialisable form of a `JigError`. */
export interface ErrorData {
  code: string;
  message: string;
  hint?: string;
  details?: Record<string, unknown>;
}

function isErrorCode(code: string): code is ErrorCode {
  return (ERROR_CODES as readonly string[]).includes(code);
}

/** Turns anything thrown into a `JigError`: an aborted signal is CANCELLED, a file system error keeps its meaning, an error whose `code` is of the catalogue keeps it (third parties have no class of ours to throw), the rest is INTERNAL. */
export function toJigError(thrown: unknown, doing?: string): JigError {
  if (thrown instanceof JigError) return thrown;
  const error = thrown instanceof Error ? thrown : new JigError("INTERNAL", String(thrown));
  const prefix = doing ? `Cannot ${doing}: ` : "";
  if (error.name === "AbortError")
    return new JigError("CANCELLED", `${prefix}the call was cancelled`, { cause: thrown });
  const { code = "", hint } = error as { code?: string; hint?: unknown };
  const known = isErrorCode(code) ? code : SYSTEM_CODES[code];
  return new JigError(known ?? "INTERNAL", `${prefix}${error.message}`, {
    cause: thrown,
    ...(typeof hint === "string" ? { hint } : {}),
  });
}

const SYSTEM_CODES: Record<string, ErrorCode> = {
  ENOENT: "PATH_NOT_FOUND",
  ENOTDIR: "PATH_NOT_FOUND",
  EISDIR: "NOT_A_FILE",
  EACCES: "PERMISSION_DENIED",
  EPERM: "PERMISSION_DENIED",
  ELOOP: "PATH_OUTSIDE",
  ENAMETOOLONG: "INVALID_ARGUMENT",
  ENOSPC: "LIMIT_EXCEEDED",
  ETIMEDOUT: "TIMEOUT",
  ECONNREFUSED: "UNAVAILABLE",
};
