/** Reads that return undefined for missing files, but throw if the system is out of resources. */
import { toJigError } from "./errors.ts";

/** Returns undefined for paths that are missing or can't be accessed. Throws UNAVAILABLE if the system is out of file handles or memory. */
export async function ifThere<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isResourceError(error)) throw error;
    return undefined;
  }
}

/** Returns true for errors that are not about the file itself. It may be readable later. */
export function isResourceError(error: unknown): boolean {
  return toJigError(error).code === "UNAVAILABLE";
}
