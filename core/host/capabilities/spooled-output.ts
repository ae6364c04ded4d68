/**
 * Collects a child's stdout in an unnamed file, for output that is only needed once it has exited. With a pipe, a program that
 * writes thousands of lines would wake us for each one, which costs both sides more than the work itself.
 */
import { randomUUID } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, statfsSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inOwnFolder } from "../runtime/own-folder.ts";

/** How much to read from a pipe at once. */
const CHUNK_BYTES = 64 * 1024;
const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
/** The minimum free space in bytes, enough to list a million files. If there is less, a pipe is safer. */
const MUST_BE_FREE = 128 * 1024 * 1024;

type Ended = Promise<{ code: number | null; signal: string | null }>;

export interface SpooledOutput {
  descriptor: number;
  /** The output, once `ended` settles. Can be read once, which frees the file. Throws UNAVAILABLE if the disk only took a part of it. */
  read(ended: Ended): AsyncIterable<Uint8Array>;
}

/**
 * Returns undefined if such a file can't be created (on Windows, names persist until the file is closed) or the disk is nearly
 * full. The caller then uses a pipe.
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
      // Not from the pool, because the reader may keep it, and not zeroed.
      const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size - at));
      const count = readSync(descriptor, chunk, 0, chunk.length, at);
      if (count === 0) return;
      at += count;
      yield chunk.subarray(0, count);
      // Yield, as a pipe would.
      await new Promise<void>((settle) => setImmediate(settle));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The program may have failed because it could not write, so the file may be incomplete. */
function refuseCutOff(descriptor: number, size: number, signal: string | null, folder: string): void {
  const cutOff = (code: string) => Object.assign(new RangeError("The output is incomplete"), { code });
  inOwnFolder(folder, "TMPDIR", () => {
    if (signal === "SIGXFSZ") throw cutOff("EFBIG");
    const more = new Uint8Array(CHUNK_BYTES);
    if (writeSync(descriptor, more, 0, more.length, size) < more.length) throw cutOff("ENOSPC");
  });
}
