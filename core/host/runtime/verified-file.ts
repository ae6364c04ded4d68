/**
 * Recognizes a file of jig that was compared once, so that no later start reads its megabytes again: by its identity and
 * times, in a folder that no other user can write to. A program that can change both runs as this user, and could change jig.
 */
import { lstatSync, readFileSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { writeAtomically } from "./atomic-write.ts";

const OPEN_TO_OTHERS = 0o077;

/** Returns false for an unknown file. The caller then compares it and calls `recordVerified`. */
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
    // On a full or read-only disk, the next start merely takes longer.
  }
}

function recordOf(file: string): string {
  return `${file}.verified`;
}

/** Returns undefined if another user may change the file, or a change could go unnoticed. */
function identityOf(file: string): string | undefined {
  const folder = lstatSync(dirname(file));
  const stat = lstatSync(file);
  if (!folder.isDirectory() || !stat.isFile() || !isPrivate(folder) || !isPrivate(stat)) return undefined;
  const { dev, ino, size, mode, mtimeMs, ctimeMs } = stat;
  // With times in whole seconds, as under Deno, a second change could go unnoticed, so compare each time.
  if (ctimeMs % 1000 === 0) return undefined;
  return JSON.stringify([dev, ino, size, mode, mtimeMs, ctimeMs]);
}

function isPrivate({ uid, mode }: Stats): boolean {
  const user = process.getuid?.();
  // Windows has no such modes, but the folder is below the user's own.
  return user === undefined || (uid === user && (mode & OPEN_TO_OTHERS) === 0);
}
