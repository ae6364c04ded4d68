/** Implements the worker `sweep`, which walks the tree while the engine thread loads the saved index or answers queries. */
import type { Sweep, SweepOptions, WorkerContext } from "../../../core/host/plugin-api.ts";

/**
 * The folders that Unreal writes. They are only skipped next to a project or plugin, because a folder with scripts can have any
 * name.
 */
const WRITTEN = ["Intermediate", "Saved", "Binaries", "DerivedDataCache"];
const SCRIPTS: SweepOptions = {
  extensions: [".as"],
  skip: ["node_modules", ".vs", ".vscode"],
  watch: true,
  skipSiblings: { ".uproject": WRITTEN, ".uplugin": WRITTEN },
};

export interface SweepRequest {
  /** The number of the last sweep that the caller received. */
  known: number | undefined;
}

/** The `sweep` is left out if it hasn't changed. */
export interface SweepReply {
  number: number;
  sweep?: PackedSweep;
}

/** The paths are sent as a single string, because transferring thousands of strings would block the receiving thread. */
type PackedSweep = Omit<Sweep, "paths"> & { paths: string };

/** The result is undefined if the caller already has the sweep. */
export function unpackSweep(
  { number, sweep }: SweepReply,
  known: Sweep | undefined,
): { number: number; sweep?: Sweep | undefined } {
  if (!sweep) return { number, sweep: known };
  const { paths, ...rest } = sweep;
  return { number, sweep: { paths: paths === "" ? [] : paths.split("\0"), ...rest } };
}

/** Returns the indexes of paths that are new or have another size or modification time. */
export function changedIn(sweep: Sweep, files: ReadonlyMap<string, { size: number; mtimeMs: number }>): number[] {
  const changed: number[] = [];
  for (const [index, path] of sweep.paths.entries()) {
    const known = files.get(path);
    if (!known || known.size !== sweep.sizes[index] || known.mtimeMs !== sweep.mtimesMs[index]) changed.push(index);
  }
  return changed;
}

interface Last {
  sweep: Sweep | undefined;
  /** A number that is unique across threads. */
  number: number;
}

export default async function sweep({ known }: SweepRequest, context: WorkerContext): Promise<SweepReply> {
  const last = await context.keep<Last>("last", () => ({ sweep: undefined, number: 0 }));
  const now = await context.files.sweep(SCRIPTS);
  // The sweep returns the same object if nothing has changed.
  if (now !== last.sweep) {
    last.sweep = now;
    last.number = Math.random();
  }
  return { number: last.number, ...(last.number === known ? {} : { sweep: { ...now, paths: now.paths.join("\0") } }) };
}
