/** Reads the first bytes of a file to determine its format. */
import { closeSync, openSync, readSync } from "node:fs";

/** Returns fewer bytes if the file is shorter. Throws if it can't be read. */
export function readHead(path: string, bytes: number): Buffer {
  const head = Buffer.alloc(bytes);
  const handle = openSync(path, "r");
  try {
    return head.subarray(0, readSync(handle, head, 0, bytes, 0));
  } finally {
    closeSync(handle);
  }
}
