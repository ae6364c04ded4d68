/** The folder that a command line works in: relative paths start there. */
import { isAbsolute, relative } from "node:path";
import type { Host } from "../host/frontend-api.ts";
import type { Shell } from "./shell.ts";

/**
 * As git -C and make -C have it, the first root that a flag names (`-C DIR`, `--root DIR`). Otherwise the current
 * folder if a root holds it, else the first root.
 */
export function workingFolder({ flags, io }: Pick<Shell, "flags" | "io">, { workspace: { roots } }: Host): string {
  const first = roots[0]?.path ?? io.cwd;
  if (flags.roots.length > 0) return first;
  const inside = roots.some(({ path }) => {
    const way = relative(path, io.cwd);
    return way === "" || (!isAbsolute(way) && way.split(/[\\/]/)[0] !== "..");
  });
  return inside ? io.cwd : first;
}
