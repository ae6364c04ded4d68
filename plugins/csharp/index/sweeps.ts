/** What sweeps of a layout are made of. */
import type { Sweep } from "../../../core/host/plugin-api.ts";
import type { Project } from "../project/project.ts";

export function skipOf(layout: readonly Project[]): string[] {
  return [...new Set(layout.flatMap((project) => project.skip))];
}

export function isScript(path: string): boolean {
  return path.endsWith(".cs") || path.toLowerCase().endsWith(".cs");
}

export function pick({ paths, sizes, mtimesMs }: Sweep, wanted: (path: string) => boolean): Sweep {
  const kept = paths.map(wanted);
  return {
    paths: paths.filter((_, at) => kept[at]),
    sizes: sizes.filter((_, at) => kept[at]!),
    mtimesMs: mtimesMs.filter((_, at) => kept[at]!),
  };
}

export const NO_FILES: Sweep = { paths: [], sizes: new Float64Array(), mtimesMs: new Float64Array() };
