/** Builds the index, and reports progress to the call that waits for it. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { BuildProgress } from "../index/segment-builder.ts";

export function buildWithProgress(index: ScriptIndex, context: WorkerContext): Promise<void> {
  return index.builder.build(reporter(index, context));
}

/** With fewer files, it would be finished before anyone could read it. */
const NOT_REPORTED = 64;

/** Parses everything that isn't indexed yet. */
export function ensureWithProgress(
  index: ScriptIndex,
  paths: readonly string[],
  context: WorkerContext,
): Promise<void> {
  return index.builder.ensure(paths, paths.length > NOT_REPORTED ? reporter(index, context) : undefined);
}

/** If there are many files, a single process does the work, and the others wait for it. */
export function shareBuild(index: ScriptIndex, context: WorkerContext): Promise<void> {
  return index.builder.share(reporter(index, context));
}

function reporter(index: ScriptIndex, context: WorkerContext): (progress: BuildProgress) => void {
  return ({ done, total, isElsewhere }) => {
    if (total === 0 || index.pending.size === 0) return;
    context.emit({ done, total, message: isElsewhere ? "another session is indexing scripts" : "indexing scripts" });
  };
}

/** Formats a number as 12,345. We avoid `toLocaleString` because it loads locale data first. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
