/** The folder that a command line works in: relative paths start there. */
import { type Host, isInside } from "../host/frontend-api.ts";
import type { Shell } from "./shell.ts";

/**
 * As git -C and make -C have it, the first root that a flag names (`-C DIR`, `--root DIR`). Otherwise the current
 * folder if a root holds it, else the first root.
 */
export function workingFolder({ flags, io }: Pick<Shell, "flags" | "io">, { workspace: { roots } }: Host): string {
  const first = roots[0]?.path ?? io.cwd;
  if (flags.roots.length > 0) return first;
  return roots.some(({ path }) => isInside(path, io.cwd)) ? io.cwd : first;
}
