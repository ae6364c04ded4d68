/** Defines the only error class of jig, with a closed list of codes. docs/errors.md is generated from this table. */
import type { didYouMean } from "./nearest-name.ts";
import { resourceErrorOf } from "./resource-errors.ts";

/** Tells who may use a code. "anyone" includes handlers. */
type Giver = "host" | "anyone";

interface ErrorEntry {
  /** A sentence without a final period. */
  means: string;
  /** The usual way to fix it. A `hint` on the error itself is more specific. */
  hint: string;
  by: Giver;
}

export const ERRORS = {
  INVALID_ARGUMENT: {
    means: "An argument is missing, unknown, of the wrong type or out of range, or two arguments cannot be combined",
    hint: "Correct the argument in the message; `jig describe <tool>` lists all of them",
    by: "anyone",
  },
  UNKNOWN_TOOL: {
    means: "No plugin has a tool with that name",
    hint: "Use a name from `jig tools`",
    by: "host",
  },
  PATH_OUTSIDE: {
    means: "A path leads out of every workspace root, possibly through `..` or a link",
    hint: "Use a path inside a root, or start jig with another `--root`",
    by: "anyone",
  },
  PATH_NOT_FOUND: {
    means: "There is no file or folder at that path",
    hint: "Check the spelling. The message suggests a similar path if there is one",
    by: "anyone",
  },
  NOT_A_FILE: {
    means: "The path is a directory instead of a file, a file instead of a directory, or a device or pipe",
    hint: "Use a regular file, or the directory itself",
    by: "anyone",
  },
  SYMBOL_NOT_FOUND: {
    means: "No declaration has that name, symbol path or position",
    hint: "Use one of the candidates, or search by a part of the name",
    by: "anyone",
  },
  SYMBOL_AMBIGUOUS: {
    means: "A name that must be unique matches several declarations",
    hint: "Pass one of the candidates as the name, unchanged",
    by: "anyone",
  },
  PERMISSION_DENIED: {
    means: "Not allowed by the system, by `--read-only`, or by the plugin's declared permissions",
    hint: "Omit arguments that write, or declare the permission in the plugin's manifest",
    by: "anyone",
  },
  PATTERN_INVALID: {
    means: "A regular expression or glob cannot be compiled",
    hint: "Correct the pattern at the position in the message, or search for fixed text",
    by: "anyone",
  },
  ENCODING: {
    means: "The file is binary, or is not in the given encoding",
    hint: "Use another file, or specify its actual encoding",
    by: "anyone",
  },
  TIMEOUT: {
    means: "The call took longer than its time limit",
    hint: "Narrow the request, or allow more time with the tool's own parameter",
    by: "anyone",
  },
  CANCELLED: {
    means: "The caller cancelled the call, or jig is shutting down",
    hint: "Repeat the call if you still need the answer",
    by: "anyone",
  },
  LIMIT_EXCEEDED: {
    means: "A size or count limit was reached; the message gives the limit and the actual value",
    hint: "Request less at once, or raise the limit if it is a parameter",
    by: "anyone",
  },
  COMMAND_FAILED: {
    means: "A program failed or returned something unexpected",
    hint: "Check the log for the program's stderr output",
    by: "anyone",
  },
  UNAVAILABLE: {
    means:
      "Something that the call needs is missing (a program, a service or a workspace root), or the plugin itself is broken",
    hint: "Follow the hint; `jig doctor` checks the machine",
    by: "anyone",
  },
  CHANGE_REFUSED: {
    means:
      "The plan could not be created, applied or undone, because there is a conflict or a file has changed in the meantime. No files were changed",
    hint: "Check the places in the message, then create a new plan",
    by: "anyone",
  },
  PLAN_NOT_FOUND: {
    means: "No plan with that name is stored for these roots",
    hint: "List the plans. A plan that was never applied is kept for a week",
    by: "anyone",
  },
  UNTRUSTED: {
    means:
      "The plugin is part of a repository and its current content has not been approved, or the hash, signature or key of a plugin or index does not match or was revoked",
    hint: "Review and approve it with `jig plugin trust`. Do not install a plugin that does not match its index",
    by: "host",
  },
  INTERNAL: {
    means: "A bug in jig or in a plugin: its code threw an error that is not in this table",
    hint: "Check the log, and report the error to the author of that code",
    by: "host",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[];

/** All of these are optional. `hint` tells what to write instead, and `details` is for programs, so it must be serializable. */
export interface ErrorExtras {
  hint?: string;
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** Shortens words in a message that are thousands of characters long. Both of their ends are kept. */
function withoutEndless(message: string): string {
  return message.replace(
    /\S{1000,}/g,
    (word) => `${word.slice(0, 200).toWellFormed()}…${word.slice(-100).toWellFormed()}`,
  );
}

/**
 * Any failure that jig reports. The message states the problem and quotes the input, and `hint` suggests how to fix it. Between
 * processes, an error is sent as `{code, message, hint, details}`, see `toData` and `fromData`.
 */
export class JigError extends Error {
  override readonly name = "JigError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(withoutEndless(message), extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.hint = extras.hint;
    this.details = extras.details;
  }

  /** The message followed by the hint. */
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
    const hint = [data.hint, unknownCode(data.code)].filter((each) => each !== undefined).join(". ");
    if (hint !== "") extras.hint = hint;
    if (data.details !== undefined) extras.details = data.details;
    return new JigError(isErrorCode(data.code) ? data.code : "INTERNAL", data.message, extras);
  }
}

/** The serializable form of a `JigError`. */
export interface ErrorData {
  code: string;
  message: string;
  hint?: string;
  details?: Record<string, unknown>;
}

/**
 * Returns an error text for a code that is not on the list. It returns undefined if there is no problem, which includes runtime
 * codes and values of other types. `nearest` suggests a code. It is a parameter because a plugin's process loads this file as
 * well and has no packages.
 */
export function unknownCode(code: unknown, nearest?: typeof didYouMean): string | undefined {
  if (typeof code !== "string" || isErrorCode(code) || !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(code)) return undefined;
  if (/^E[A-Z0-9]+$|^EAI_|^ERR_|^MODULE_NOT_FOUND$/.test(code)) return undefined;
  const near = nearest?.(code, ERROR_CODES);
  const write = near ? `Did you mean "${near}"?` : "Use a code from docs/errors.md, such as INVALID_ARGUMENT";
  return `"${code}" is not an error code of jig. ${write}`;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/**
 * Converts anything that was thrown to a `JigError`. An aborted signal becomes CANCELLED, and errors of the file system keep
 * their meaning. Third parties can't use our class, so a `code` from the list is sufficient. Everything else is INTERNAL.
 */
export function toJigError(thrown: unknown, doing?: string): JigError {
  if (thrown instanceof JigError) return thrown;
  const error = thrown instanceof Error ? thrown : new JigError("INTERNAL", String(thrown));
  const prefix = doing ? `Cannot ${doing}: ` : "";
  if (error.name === "AbortError")
    return new JigError("CANCELLED", `${prefix}the call was cancelled`, { cause: thrown });
  const resource = resourceErrorOf(error);
  if (resource) return new JigError(resource.code, resource.message, { hint: resource.hint, cause: thrown });
  const { code = "", hint, details } = error as { code?: string; hint?: unknown; details?: unknown };
  const hints = [hint, unknownCode(code)].filter((each) => typeof each === "string");
  const known = isErrorCode(code) ? code : Object.hasOwn(SYSTEM_CODES, code) ? SYSTEM_CODES[code] : undefined;
  return new JigError(known ?? "INTERNAL", `${prefix}${error.message}`, {
    cause: thrown,
    ...(hints.length > 0 && { hint: hints.join(". ") }),
    // The class may have the same name but come from a process with its own copy of jig.
    ...(isErrorCode(code) && typeof details === "object" && details !== null ? { details: { ...details } } : {}),
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
  ETIMEDOUT: "TIMEOUT",
  ECONNREFUSED: "UNAVAILABLE",
};
