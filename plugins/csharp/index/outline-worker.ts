/** Implements the worker job that parses a batch of files and encodes their declarations as a segment. */
import { isResourceError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { encodeSegment, type FileOutline, outlined } from "./encode-segment.ts";

export { PARSING as brief } from "./outline-parsing.ts";

/** A larger file is generated code, which is reported as unread. */
export const MAX_SCRIPT_BYTES = 16 * 1024 * 1024;

/** If a file changed less than this many milliseconds ago, it might change again with the same time, so it is read again. */
const SETTLE_MS = 50;
/** Stored as the modification time of such a file, because no real file has it. */
export const UNSETTLED = -1;

/** The prefix of a problem, for files that couldn't be read. */
export const NOT_READ = "not read: ";

/** The result is only valid for these sizes and modification times. */
export interface OutlineJob {
  paths: string[];
  sizes: number[];
  mtimesMs: number[];
}

/** On a shared thread, the job yields after this many bytes. */
const PAUSE_BYTES = 32 * 1024;

export default async function outline(
  job: OutlineJob,
  context: Pick<WorkerContext, "files" | "clock">,
  pause?: () => Promise<void>,
): Promise<Uint8Array> {
  const files: FileOutline[] = [];
  let read = 0;
  for (const [index, path] of job.paths.entries()) {
    read += job.sizes[index]!;
    if (pause && read > PAUSE_BYTES) {
      read = 0;
      await pause();
    }
    const stamp = { path, size: job.sizes[index]!, mtimeMs: job.mtimesMs[index]! };
    try {
      const young = Math.abs(context.clock.now() - stamp.mtimeMs) < SETTLE_MS;
      const { text } = await context.files.readText(path, { maxBytes: MAX_SCRIPT_BYTES });
      files.push({ ...stamp, ...(young ? { mtimeMs: UNSETTLED } : {}), ...outlined(text) });
    } catch (error) {
      // This is temporary, so the file must not be stored as an empty one.
      if (isResourceError(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      files.push({
        ...stamp,
        outline: { declarations: [], degraded: `${NOT_READ}${reason}`, globalUsings: false },
        places: new Uint32Array(),
      });
    }
  }
  return encodeSegment(files);
}
