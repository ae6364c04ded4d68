/** Used for reads that tolerate a missing file (undefined), but not a lack of resources. */
import { toJigError } from "./errors.ts";

/**
 * Ignores errors for paths that are missing or can't be accessed. @throws UNAVAILABLE if there are no more file handles or
 * there is no memory
 */
export async function ifThere<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isResourceError(error)) throw error;
    return undefined;
  }
}

/** The file itself isn't the cause, so it might be possible to read it later. */
export function isResourceError(error: unknown): boolean {
  return toJigError(error).code === "UNAVAILABLE";
}
