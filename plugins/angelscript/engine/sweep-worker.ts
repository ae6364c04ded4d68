/** Worker `sweep`: walks the tree while the engine thread is busy loading the saved index or answering queries. */
import type { Sweep, SweepOptions, WorkerContext } from "../../../core/host/plugin-api.ts";

/** Unreal's output folders. They're skipped next to a project or plugin only, since script folders can have any name. */
const WRITTEN = ["Intermediate", "Saved", "Binaries", "DerivedDataCache"];
const SCRIPTS: SweepOptions = {
  extensions: [".as"],
  skip: ["node_modules", ".vs", ".vscode"],
  watch: true,
  skipSiblings: { ".uproject": WRITTEN, ".uplugin": WRITTEN },
};

export interface SweepRequest {
  /** Number of the caller's last sweep. */
  known: number | undefined;
}

/** `sweep` is omitted if it hasn't changed. */
export interface SweepReply {
  number: number;
  sweep?: PackedSweep;
}

/** Paths as one string. Transferring thousands of strings would block the receiving thread. */
type PackedSweep = Omit<Sweep, "paths"> & { paths: string };

/** Omitted if the caller already has it. */
export function unpackSweep(
  { number, sweep }: SweepReply,
  known: Sweep | undefined,
): { number: number; sweep?: Sweep | undefined } {
  if (!sweep) return { number, sweep: known };
  const { paths, ...rest } = sweep;
  return { number, sweep: { paths: paths === "" ? [] : paths.split("\0"), ...rest } };
}

/** Indexes of paths that are new or have a different size or mtime. */
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
  /** Unique across threads. */
  number: number;
}

export default async function sweep({ known }: SweepRequest, context: WorkerContext): Promise<SweepReply> {
  const last = await context.keep<Last>("last", () => ({ sweep: undefined, number: 0 }));
  const now = await context.files.sweep(SCRIPTS);
  // Identity means nothing changed.
  if (now !== last.sweep) {
    last.sweep = now;
    last.number = Math.random();
  }
  return { number: last.number, ...(last.number === known ? {} : { sweep: { ...now, paths: now.paths.join("\0") } }) };
}
