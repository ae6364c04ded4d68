/** Compares the times of a file and of another one generated from it. */
import { statSync } from "node:fs";

/** A checkout writes files at about the same time and in any order. */
const CHECKOUT_MS = 60_000;

/** Returns true if both files exist and `source` changed more than `allowedMs` after `made`. */
export function changedAfter(source: string, made: string, allowedMs = CHECKOUT_MS): boolean {
  const [later, earlier] = [source, made].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs);
  return later !== undefined && earlier !== undefined && later - earlier > allowedMs;
}
