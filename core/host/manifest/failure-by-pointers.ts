/** The envelope of a failure, for plugins whose manifest says by JSON pointers where things are put. */

import type { JigError } from "../contract/errors.ts";
import { withValueAt } from "../contract/json-pointer.ts";
import type { Json, JsonObject, Outcome } from "../contract/outcome.ts";
import type { FailureByPointer } from "../contract/plugin-schema.ts";

export function failureByPointers(where: FailureByPointer, error: JigError): Outcome {
  let value: Json = withValueAt((where.with ?? {}) as JsonObject, where.message, error.advice);
  if (where.code !== undefined) value = withValueAt(value, where.code, error.code);
  if (where.details !== undefined && error.details) {
    value = withValueAt(value, where.details, error.details as JsonObject);
  }
  return { value, failed: true };
}
