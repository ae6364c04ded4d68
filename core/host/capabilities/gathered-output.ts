/**
 * The stdout of a child that nobody needs before its end, gathered in a file without a name: a program that writes
 * thousands of lines wakes its reader for each of them through a pipe, which costs both more than the work itself.
 */
import { randomUUID } from "node:crypto";
import { closeSync, constants, openSync, readSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** As much as a pipe gives at once. */
const CHUNK_BYTES = 64 * 1024;
const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;

export interface GatheredOutput {
  /** For the child's `stdio`. */
  descriptor: number;
  /** What was written, once `ended` settles; to be read once, which frees the file. */
  read(ended: Promise<unknown>): AsyncIterable<Uint8Array>;
}

/** undefined where no such file can be made (Windows keeps names until the end, a disk may be full): the caller takes a pipe. */
export function gatherOutput(): GatheredOutput | undefined {
  if (process.platform === "win32") return undefined;
  const path = join(tmpdir(), `jig-${randomUUID()}`);
  let descriptor: number;
  try {
    descriptor = openSync(path, FLAGS, 0o600);
    unlinkSync(path);
  } catch {
    return undefined;
  }
  return { descriptor, read: (ended) => readBack(descriptor, ended) };
}

async function* readBack(descriptor: number, ended: Promise<unknown>): AsyncGenerator<Uint8Array> {
  try {
    await ended.catch(() => {});
    const chunk = new Uint8Array(CHUNK_BYTES);
    for (let at = 0; ; ) {
      const count = readSync(descriptor, chunk, 0, CHUNK_BYTES, at);
      if (count === 0) return;
      at += count;
      yield chunk.slice(0, count);
    }
  } finally {
    closeSync(descriptor);
  }
}
