/** Builds the index to its end, and says meanwhile how far it is: whoever waits sees what for. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";

export async function buildWithProgress(index: ScriptIndex, context: WorkerContext): Promise<void> {
  await index.build(({ done, total }) => {
    if (total === 0 || index.pending.size === 0) return;
    context.emit({ done, total, message: `indexing scripts: ${grouped(done)} of ${grouped(total)}` });
  });
}

/** 12,345: the engine's own way loads the languages of the world first. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
