/** Builds the index and reports the progress to the call that waits for it. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { BuildProgress } from "../index/segment-builder.ts";

export function buildWithProgress(index: ScriptIndex, context: WorkerContext): Promise<void> {
  return index.builder.build(reporter(index, context));
}

/** Builds with fewer files finish too quickly for progress reports. */
const NOT_REPORTED = 64;

/** Parses the files that are not indexed yet. */
export function ensureWithProgress(
  index: ScriptIndex,
  paths: readonly string[],
  context: WorkerContext,
): Promise<void> {
  return index.builder.ensure(paths, paths.length > NOT_REPORTED ? reporter(index, context) : undefined);
}

/** Lets a single process build an index of many files. If that is another process, this waits for it. */
export function shareBuild(index: ScriptIndex, context: WorkerContext): Promise<void> {
  return index.builder.share(reporter(index, context));
}

function reporter(index: ScriptIndex, context: WorkerContext): (progress: BuildProgress) => void {
  return ({ done, total, isElsewhere }) => {
    if (total === 0 || index.pending.size === 0) return;
    context.emit({ done, total, message: isElsewhere ? "another session is indexing scripts" : "indexing scripts" });
  };
}

/** Formats a number as 12,345. `toLocaleString` would have to load locale data first. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
