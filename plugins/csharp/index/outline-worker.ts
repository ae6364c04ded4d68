/** A worker job that parses a batch of files and returns their declarations as an encoded segment. */
import { isResourceError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { encodeSegment, type FileOutline, outlined } from "./encode-segment.ts";

export { PARSING as brief } from "./outline-parsing.ts";

/** Maximum size of a script. Larger files are generated code and are reported as unread. */
export const MAX_SCRIPT_BYTES = 16 * 1024 * 1024;

/**
 * A file that changed less than this many milliseconds ago is read again, because it could change without getting a new
 * modification time.
 */
const SETTLE_MS = 50;
/** The modification time to store for such a file. No actual file has it. */
export const UNSETTLED = -1;

/** Prefix of the problem text for a file that could not be read. */
export const NOT_READ = "not read: ";

/** The files, with the size and modification time for which the result is valid. */
export interface OutlineJob {
  paths: string[];
  sizes: number[];
  mtimesMs: number[];
}

/** Number of bytes after which a shared thread yields. */
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
      // A temporary error must not cause the file to be indexed as empty.
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
