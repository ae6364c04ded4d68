/** Worker `sweep`: walks the tree on its own thread while the engine's thread reads the saved index, or answers from memory. */
import type { Sweep, SweepOptions, WorkerContext } from "../../../core/host/plugin-api.ts";

/** Folders that Unreal writes next to a project or plugin. Below a script folder it takes scripts from folders of any name. */
const WRITTEN = ["Intermediate", "Saved", "Binaries", "DerivedDataCache"];
const SCRIPTS: SweepOptions = {
  extensions: [".as"],
  skip: ["node_modules", ".vs", ".vscode"],
  watch: true,
  skipSiblings: { ".uproject": WRITTEN, ".uplugin": WRITTEN },
};

export interface SweepRequest {
  /** The number of the sweep that the caller has. */
  known: number | undefined;
}

/** `sweep` is left out if it equals the caller's. */
export interface SweepReply {
  number: number;
  sweep?: PackedSweep;
}

/** The paths in one text: what thousands of strings would take to pass through the answering thread, a ping would wait for. */
type PackedSweep = Omit<Sweep, "paths"> & { paths: string };

/** Left out if the caller has it. */
export function unpackSweep(
  { number, sweep }: SweepReply,
  known: Sweep | undefined,
): { number: number; sweep?: Sweep | undefined } {
  if (!sweep) return { number, sweep: known };
  const { paths, ...rest } = sweep;
  return { number, sweep: { paths: paths === "" ? [] : paths.split("\0"), ...rest } };
}

/** The numbers of the paths that are new, or have another size or time. */
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
  /** Another one for every sweep, also of other threads. */
  number: number;
}

export default async function sweep({ known }: SweepRequest, context: WorkerContext): Promise<SweepReply> {
  const last = await context.keep<Last>("last", () => ({ sweep: undefined, number: 0 }));
  const now = await context.files.sweep(SCRIPTS);
  // The same object says that nothing changed.
  if (now !== last.sweep) {
    last.sweep = now;
    last.number = Math.random();
  }
  return { number: last.number, ...(last.number === known ? {} : { sweep: { ...now, paths: now.paths.join("\0") } }) };
}
