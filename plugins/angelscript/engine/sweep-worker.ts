/** Worker `sweep`: walks the tree on a thread of its own while the engine's thread reads the saved index. */
import type { Sweep, SweepOptions, WorkerContext } from "../../../core/host/plugin-api.ts";

export default async function sweep(options: SweepOptions, context: WorkerContext): Promise<Sweep> {
  return await context.files.sweep(options);
}
