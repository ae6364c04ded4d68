/**
 * Spools a child's stdout to an unnamed file, for when nothing is done with it before the child exits. Through a pipe, a
 * program printing thousands of lines would wake us up for each one of them. That would cost both sides more than the actual
 * work.
 */
import { randomUUID } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, statfsSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inOwnFolder } from "../runtime/own-folder.ts";

/** Read size */
const CHUNK_BYTES = 64 * 1024;
const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
/** Below this much free space we would rather use a pipe. It is enough for listing a million files. */
const MUST_BE_FREE = 128 * 1024 * 1024;

type Ended = Promise<{ code: number | null; signal: string | null }>;

export interface SpooledOutput {
  descriptor: number;
  /** The output, after `ended` has settled. Reading consumes it, and frees the file. @throws UNAVAILABLE if the disk filled up halfway */
  read(ended: Ended): AsyncIterable<Uint8Array>;
}

/**
 * Returns undefined when the disk is nearly full, or if there cannot be such a file. Windows, for example, keeps the name
 * until the file is closed. Use a pipe then.
 */
export function spoolOutput(): SpooledOutput | undefined {
  if (process.platform === "win32") return undefined;
  const folder = tmpdir();
  const path = join(folder, `jig-${randomUUID()}`);
  let descriptor: number;
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < MUST_BE_FREE) return undefined;
    descriptor = openSync(path, FLAGS, 0o600);
    unlinkSync(path);
  } catch {
    return undefined;
  }
  return { descriptor, read: (ended) => readBack(descriptor, ended, folder) };
}

async function* readBack(descriptor: number, ended: Ended, folder: string): AsyncGenerator<Uint8Array> {
  try {
    const end = await ended.catch(() => undefined);
    const { size } = fstatSync(descriptor);
    if (end && end.code !== 0) refuseCutOff(descriptor, size, end.signal, folder);
    for (let at = 0; at < size; ) {
      // the reader might hold on to it, so not from the pool; no need to zero it
      const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size - at));
      const count = readSync(descriptor, chunk, 0, chunk.length, at);
      if (count === 0) return;
      at += count;
      yield chunk.subarray(0, count);
      // yield, just like a pipe does
      await new Promise<void>((settle) => setImmediate(settle));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** If the program failed, a failed write might be why. We cannot trust the file to be complete. */
function refuseCutOff(descriptor: number, size: number, signal: string | null, folder: string): void {
  const cutOff = (code: string) => Object.assign(new RangeError("The output is incomplete"), { code });
  inOwnFolder(folder, "TMPDIR", () => {
    if (signal === "SIGXFSZ") throw cutOff("EFBIG");
    const more = new Uint8Array(CHUNK_BYTES);
    if (writeSync(descriptor, more, 0, more.length, size) < more.length) throw cutOff("ENOSPC");
  });
}
