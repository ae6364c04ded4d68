/** Checks the size of folders that third-party processes can write to. */
import { lstatSync, type Stats } from "node:fs";
import { errorCode } from "../contract/error-parts.ts";
import { joinRaw, type RawPath, rawNames } from "../runtime/raw-path.ts";

/** Counting more files would take too long, whatever their size is. */
const MAX_FILES = 10_000;

/** Sizes are rounded up to this. */
const MIN_BLOCK = 4096;

/** On Windows, stat fails for a file that is being removed. */
const GONE = ["ENOENT", "ENOTDIR", ...(process.platform === "win32" ? ["EPERM", "EACCES", "EBUSY"] : [])];

/** Returns the problem with a folder, if there is one. An unreadable part is a problem, since it could hide files. */
export function storageFaultOf(folder: string, bytes: number): "full" | "unreadable" | undefined {
  let held = 0;
  let files = 0;
  const waiting: RawPath[] = [folder];
  try {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const at = next;
      for (const name of orGone(() => rawNames(at)) ?? []) {
        const path = joinRaw(at, name);
        const stat = orGone(() => lstatSync(path));
        if (stat?.isDirectory()) waiting.push(path);
        held += stat?.isFile() ? bytesOf(stat) : 0;
        if (++files > MAX_FILES || held > bytes) return "full";
      }
    }
  } catch {
    return "unreadable";
  }
  return undefined;
}

/** Sparse files are smaller than their size, and preallocated ones are larger. */
function bytesOf({ size, blocks, blksize }: Stats): number {
  const onDisk = blocks * 512;
  return onDisk > size + Math.max(blksize, MIN_BLOCK) ? onDisk : Math.min(size, onDisk);
}

/** Returns undefined if it no longer exists or has become a file. */
function orGone<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch (error) {
    if (GONE.includes(errorCode(error))) return undefined;
    throw error;
  }
}
