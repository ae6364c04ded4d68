/** Compares the folders of plugins. */
import { existsSync, realpathSync } from "node:fs";

/** Returns true if two paths lead to the same folder, also through links. */
export function isSamePlace(one: string, other: string): boolean {
  return real(one) === real(other);
}

function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
