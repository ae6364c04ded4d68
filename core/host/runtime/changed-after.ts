/** Detects generated files that were made from an older source. */
import { statSync } from "node:fs";

/** A checkout writes files in any order, but all of them within about this time. */
const CHECKOUT_MS = 60_000;

/** Returns true if both exist and `source` was modified more than `allowedMs` after `made`. */
export function changedAfter(source: string, made: string, allowedMs = CHECKOUT_MS): boolean {
  const [later, earlier] = [source, made].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs);
  return later !== undefined && earlier !== undefined && later - earlier > allowedMs;
}
