/** Reads the start of a file to determine its format. */
import { closeSync, openSync, readSync } from "node:fs";

/**
 * Reads the first bytes of a file. The result is shorter than `bytes` if the file is.
 * @throws the system's error if the file can't be read
 */
export function readHead(path: string, bytes: number): Buffer {
  const head = Buffer.alloc(bytes);
  const handle = openSync(path, "r");
  try {
    return head.subarray(0, readSync(handle, head, 0, bytes, 0));
  } finally {
    closeSync(handle);
  }
}
