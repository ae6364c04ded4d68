/** Distinguishes file systems that give the guarantees of a local disk from all others. */
import { statfsSync } from "node:fs";

/**
 * ext, xfs, btrfs, tmpfs, overlay, f2fs, zfs and bcachefs. On these, any change to the entries of a directory updates its
 * change time (which no program can set), and mapped files remain readable. Network and FUSE file systems are not included, nor
 * is anything unknown.
 */
const LOCAL = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e]);

/**
 * Returns true if the path is on a file system with the guarantees of a local disk. It is always false for unknown types, and
 * on all systems except Linux.
 */
export function isLocalDisk(path: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    return LOCAL.has(statfsSync(path).type);
  } catch {
    return false;
  }
}
