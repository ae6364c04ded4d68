/** Returns the parts of a sweep that a layout needs. */
import type { Sweep } from "../../../core/host/plugin-api.ts";
import type { LibraryFile } from "../libraries/package-types.ts";
import type { Project } from "../project/project.ts";

export function skippedFolders(layout: readonly Project[]): string[] {
  return [...new Set(layout.flatMap((project) => project.skip))];
}

export function isScript(path: string): boolean {
  return path.endsWith(".cs") || path.toLowerCase().endsWith(".cs");
}

export function isLibrary(path: string): boolean {
  return path.toLowerCase().endsWith(".dll");
}

/** A larger file must contain native code. */
const MAX_PLUGIN_BYTES = 24 * 1024 * 1024;

/** Returns the assemblies that scripts can be compiled against. The same file often exists in several copies, of which only one is returned. */
export function compiledPlugins({ paths, sizes, mtimesMs }: Sweep, isWanted: (path: string) => boolean): LibraryFile[] {
  const found = new Map<string, LibraryFile>();
  for (const [at, path] of paths.entries()) {
    if (!isLibrary(path) || sizes[at]! > MAX_PLUGIN_BYTES || !isWanted(path)) continue;
    const copy = `${path.slice(path.lastIndexOf("/") + 1)}:${sizes[at]}`;
    if (!found.has(copy)) found.set(copy, { path, stamp: `${sizes[at]}:${mtimesMs[at]}` });
  }
  return [...found.values()];
}

export function filterSweep({ paths, sizes, mtimesMs }: Sweep, wanted: (path: string) => boolean): Sweep {
  const isWanted = paths.map(wanted);
  return {
    paths: paths.filter((_, at) => isWanted[at]),
    sizes: sizes.filter((_, at) => isWanted[at]),
    mtimesMs: mtimesMs.filter((_, at) => isWanted[at]),
  };
}

export const NO_FILES: Sweep = { paths: [], sizes: new Float64Array(), mtimesMs: new Float64Array() };
