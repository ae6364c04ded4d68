/** Reads of a disk: a file that is gone gives undefined, a machine that cannot read at the moment is an error. */
import { toJigError } from "./errors.ts";

/** Undefined for paths that are gone or refused. Throws UNAVAILABLE if the system lacks files to open, or memory. */
export async function ifThere<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isResourceError(error)) throw error;
    return undefined;
  }
}

/** It may be read a moment later: nothing follows about the file. */
export function isResourceError(error: unknown): boolean {
  return toJigError(error).code === "UNAVAILABLE";
}
