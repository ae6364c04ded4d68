/** Tells why an answer failed, which decides the exit code. */
import { isObject, type Outcome } from "../host/frontend-api.ts";

/** A call is refused if its arguments are wrong. */
export type Failure = "failed" | "refused";

/** Returns the error code of an answer that failed. */
export function errorCodeOf(value: unknown): string | undefined {
  const { code, error } = isObject(value) ? value : {};
  const inner = isObject(error) && "code" in error ? error.code : code;
  return typeof inner === "string" ? inner : undefined;
}

export function failureOf({ value }: Outcome): Failure {
  return ["INVALID_ARGUMENT", "PATTERN_INVALID"].includes(errorCodeOf(value) ?? "") ? "refused" : "failed";
}
