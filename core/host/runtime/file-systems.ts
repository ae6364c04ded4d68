/** Recognizes file systems that give the guarantees of a local disk. */
import { statfsSync } from "node:fs";

/**
 * Linux file systems on which every change to a directory's entries shows in its change time, which programs can't set, and whose
 * files stay readable while they are mapped: ext, xfs, btrfs, tmpfs, overlay, f2fs, zfs, bcachefs. Network, FUSE and unknown file
 * systems are excluded.
 */
const LOCAL = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e]);

/** Returns false on systems other than Linux and if the type is unknown. */
export function isLocalDisk(path: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    return LOCAL.has(statfsSync(path).type);
  } catch {
    return false;
  }
}
