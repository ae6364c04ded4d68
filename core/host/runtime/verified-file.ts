/**
 * Recognizes files of ours that have been compared before, so that later starts don't have to read megabytes. Checks their identity
 * and times, and that no other user can write to the folder. A program that can change both runs as this user and could just as
 * well change jig.
 */
import { lstatSync, readFileSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { writeAtomically } from "./atomic-write.ts";

const OPEN_TO_OTHERS = 0o077;

/** Returns false for an unknown file. The caller then has to compare it and call `recordVerified`. */
export function isVerified(file: string): boolean {
  try {
    const identity = identityOf(file);
    return identity !== undefined && readFileSync(recordOf(file), "utf8") === identity;
  } catch {
    return false;
  }
}

/** Records the current state of the file. If that fails, the next start compares it again. */
export function recordVerified(file: string): void {
  try {
    const identity = identityOf(file);
    if (identity !== undefined) writeAtomically(recordOf(file), identity, { replace: true, mode: 0o600 });
  } catch {
    // If the disk is full or read-only, the next start just takes longer.
  }
}

function recordOf(file: string): string {
  return `${file}.verified`;
}

/** Returns undefined if another user may change the file, or if a change could go unnoticed. */
function identityOf(file: string): string | undefined {
  const folder = lstatSync(dirname(file));
  const stat = lstatSync(file);
  if (!folder.isDirectory() || !stat.isFile() || !isPrivate(folder) || !isPrivate(stat)) return undefined;
  const { dev, ino, size, mode, mtimeMs, ctimeMs } = stat;
  // Deno only has whole seconds, so a second change could go unnoticed. Compare each time.
  if (ctimeMs % 1000 === 0) return undefined;
  return JSON.stringify([dev, ino, size, mode, mtimeMs, ctimeMs]);
}

function isPrivate({ uid, mode }: Stats): boolean {
  const user = process.getuid?.();
  // Windows has no such modes, but the folder is one of the user's own.
  return user === undefined || (uid === user && (mode & OPEN_TO_OTHERS) === 0);
}
