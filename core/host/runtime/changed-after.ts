/** Whether one file is newer than another that was made of it. */
import { statSync } from "node:fs";

/** A checkout writes files within seconds of one another, in any order. */
const CHECKOUT_MS = 60_000;

/** Whether both are there and `source` changed more than `allowedMs` later than `made`. */
export function changedAfter(source: string, made: string, allowedMs = CHECKOUT_MS): boolean {
  const [later, earlier] = [source, made].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs);
  return later !== undefined && earlier !== undefined && later - earlier > allowedMs;
}
