/** Determines the folder that relative paths refer to. */
import { type Host, isInside } from "../host/frontend-api.ts";
import type { Shell } from "./shell.ts";

/**
 * Returns the first `-C DIR` or `--root DIR`, like git and make. Otherwise it is the current folder if that is inside a root,
 * or the first root.
 */
export function workingFolder({ flags, io }: Pick<Shell, "flags" | "io">, { workspace: { roots } }: Host): string {
  const first = roots[0]?.path ?? io.cwd;
  if (flags.roots.length > 0) return first;
  return roots.some(({ path }) => isInside(path, io.cwd)) ? io.cwd : first;
}
