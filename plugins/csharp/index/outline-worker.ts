/** A worker job: reads a batch of files and answers with their declarations as one encoded segment. */
import { isResourceError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { encodeSegment, type FileOutline, outlined } from "./encode-segment.ts";

/** Bigger files are not written by people; they are counted and named as unread. */
export const MAX_SCRIPT_BYTES = 16 * 1024 * 1024;

/** A file that changed so short a time ago may change again without its time showing it: it is read once more. */
const SETTLE_MS = 50;
/** Represents the time of such a file: no sweep ever sees it. */
export const UNSETTLED = -1;

/** Begins the problem of a file whose text is not known. */
export const NOT_READ = "not read: ";

/** Files with the size and time of a sweep; the result is valid for exactly those. */
export interface OutlineJob {
  paths: string[];
  sizes: number[];
  mtimesMs: number[];
}

/** After so much a thread that does other things too has a look at them. */
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
      // An index that says such a file is empty would be believed for ever.
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
