/** Determines the size of a page for Linux's process statistics, which is 4 KB, or up to 64 KB on some arm64 machines. */
import { readFileSync } from "node:fs";

const USUAL = 4096;
const AT_PAGESZ = 6n;
/** The type and the value. */
const ENTRY_BYTES = 16;

export function pageBytes(): number {
  return pageBytesIn(ownVector());
}

/** Reads it from the auxiliary vector, see getauxval(3). */
export function pageBytesIn(vector: Buffer): number {
  for (let at = 0; at + ENTRY_BYTES <= vector.length; at += ENTRY_BYTES) {
    if (vector.readBigUInt64LE(at) === AT_PAGESZ) return Number(vector.readBigUInt64LE(at + 8));
  }
  return USUAL;
}

function ownVector(): Buffer {
  try {
    return readFileSync("/proc/self/auxv");
  } catch {
    return Buffer.alloc(0);
  }
}
