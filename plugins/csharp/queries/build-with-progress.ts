/** Builds the index, and reports progress to the waiting call. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { BuildProgress } from "../index/segment-builder.ts";

export function buildWithProgress(index: ScriptIndex, context: WorkerContext): Promise<void> {
  return index.builder.build(reporter(index, context));
}

/** Smaller builds finish too quickly to need progress reports. */
const NOT_REPORTED = 64;

/** Parses the files that are not indexed yet. */
export function ensureWithProgress(
  index: ScriptIndex,
  paths: readonly string[],
  context: WorkerContext,
): Promise<void> {
  return index.builder.ensure(paths, paths.length > NOT_REPORTED ? reporter(index, context) : undefined);
}

/** Leaves a build of many files to one process for all, and waits for it if that is another. */
export function shareBuild(index: ScriptIndex, context: WorkerContext): Promise<void> {
  return index.builder.share(reporter(index, context));
}

function reporter(index: ScriptIndex, context: WorkerContext): (progress: BuildProgress) => void {
  return ({ done, total, isElsewhere }) => {
    if (total === 0 || index.pending.size === 0) return;
    context.emit({ done, total, message: isElsewhere ? "another session is indexing scripts" : "indexing scripts" });
  };
}

/** Formats 12,345. `toLocaleString` would first load locale data. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
