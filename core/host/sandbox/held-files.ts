/** Checks the size of folders that third-party processes may write to. */
import { lstatSync, type Stats } from "node:fs";
import { errorCode } from "../contract/error-parts.ts";
import { joinRaw, type RawPath, rawNames } from "../runtime/raw-path.ts";

/** The maximum number of files regardless of their size, because checking more would take too long. */
const MAX_FILES = 10_000;

/** File sizes are rounded up to blocks. */
const MIN_BLOCK = 4096;

/** Windows refuses to stat a file that is being removed. */
const GONE = ["ENOENT", "ENOTDIR", ...(process.platform === "win32" ? ["EPERM", "EACCES", "EBUSY"] : [])];

/** Describes the problem with a folder, if any. Unreadable entries are reported, since they may hide files. */
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

/** A sparse file takes less space than its size suggests, and one with preallocated space takes more. */
function bytesOf({ size, blocks, blksize }: Stats): number {
  const onDisk = blocks * 512;
  return onDisk > size + Math.max(blksize, MIN_BLOCK) ? onDisk : Math.min(size, onDisk);
}

/** Returns undefined if the entry was removed or replaced by a file in the meantime. */
function orGone<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch (error) {
    if (GONE.includes(errorCode(error))) return undefined;
    throw error;
  }
}
