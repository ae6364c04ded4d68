/** The first bytes of a file, by which its kind is known. */
import { closeSync, openSync, readSync } from "node:fs";

/** Fewer bytes if the file is shorter. Throws if it cannot be read. */
export function readHead(path: string, bytes: number): Buffer {
  const head = Buffer.alloc(bytes);
  const handle = openSync(path, "r");
  try {
    return head.subarray(0, readSync(handle, head, 0, bytes, 0));
  } finally {
    closeSync(handle);
  }
}
