/**
 * Writes the stdout of a child process to an unnamed file, which is used if the output isn't needed before the child ends. With
 * a pipe, a program that prints thousands of lines would wake us up for each of them, which costs both sides more than the
 * actual work.
 */
import { randomUUID } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, statfsSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inOwnFolder } from "../runtime/own-folder.ts";

/** The number of bytes per read. */
const CHUNK_BYTES = 64 * 1024;
const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
/** If less than this is free on the disk, a pipe is used. It is enough for a list of a million files. */
const MUST_BE_FREE = 128 * 1024 * 1024;

type Ended = Promise<{ code: number | null; signal: string | null }>;

export interface SpooledOutput {
  descriptor: number;
  /** Returns the output when `ended` has settled. Reading it frees the file. @throws UNAVAILABLE if the disk was full */
  read(ended: Ended): AsyncIterable<Uint8Array>;
}

/**
 * Returns undefined if the disk is nearly full, or if the system has no unnamed files. Windows, for example, keeps the name
 * until the file is closed. A pipe is used in these cases.
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
      // The reader might keep the chunk, so it must not come from the pool. There is no need to fill it with zeros.
      const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size - at));
      const count = readSync(descriptor, chunk, 0, chunk.length, at);
      if (count === 0) return;
      at += count;
      yield chunk.subarray(0, count);
      // This yields in the same way as a pipe.
      await new Promise<void>((settle) => setImmediate(settle));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** If the program failed, the reason may be a failed write, so the file may be incomplete. */
function refuseCutOff(descriptor: number, size: number, signal: string | null, folder: string): void {
  const cutOff = (code: string) => Object.assign(new RangeError("The output is incomplete"), { code });
  inOwnFolder(folder, "TMPDIR", () => {
    if (signal === "SIGXFSZ") throw cutOff("EFBIG");
    const more = new Uint8Array(CHUNK_BYTES);
    if (writeSync(descriptor, more, 0, more.length, size) < more.length) throw cutOff("ENOSPC");
  });
}
