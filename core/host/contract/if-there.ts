/** For reads that tolerate a missing file (undefined), but not running out of resources. */
import { toJigError } from "./errors.ts";

/** Swallows errors for paths that are missing or inaccessible. @throws UNAVAILABLE if we are out of file handles or memory */
export async function ifThere<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isResourceError(error)) throw error;
    return undefined;
  }
}

/** Not the file's fault, in other words, it might be readable later. */
export function isResourceError(error: unknown): boolean {
  return toJigError(error).code === "UNAVAILABLE";
}
