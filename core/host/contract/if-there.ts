/** Reads that return undefined for a missing file, but throw if the system lacks resources. */
import { toJigError } from "./errors.ts";

/** Returns undefined for missing or inaccessible paths. Throws UNAVAILABLE if the system is out of file handles or memory. */
export async function ifThere<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isResourceError(error)) throw error;
    return undefined;
  }
}

/** True for errors that say nothing about the file, which may be readable later. */
export function isResourceError(error: unknown): boolean {
  return toJigError(error).code === "UNAVAILABLE";
}
