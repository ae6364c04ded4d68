/** Whether folders that a third party's processes may write to hold more than they may. */
import { lstatSync, type Stats } from "node:fs";
import { errorCode } from "../contract/error-parts.ts";
import { joinRaw, type RawPath, rawNames } from "../runtime/raw-path.ts";

/** More files than this are over, regardless of their size: looking at them would take the host's time. */
const MAX_FILES = 10_000;

/** The last part of a file is rounded up to a block. */
const MIN_BLOCK = 4096;

/** Windows refuses to look at a file that is being removed. */
const GONE = ["ENOENT", "ENOTDIR", ...(process.platform === "win32" ? ["EPERM", "EACCES", "EBUSY"] : [])];

/** Returns the fault of a folder. An unreadable entry is one, because it may hide files. */
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

/** A file with holes takes less on disk than its size, one with room reserved after its end takes more. */
function bytesOf({ size, blocks, blksize }: Stats): number {
  const onDisk = blocks * 512;
  return onDisk > size + Math.max(blksize, MIN_BLOCK) ? onDisk : Math.min(size, onDisk);
}

/** Undefined if the entry was removed, or replaced by a file, in the meantime. */
function orGone<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch (error) {
    if (GONE.includes(errorCode(error))) return undefined;
    throw error;
  }
}
