/**
 * Recognizes a file of jig that was compared once, so that no later start reads its megabytes again: by its identity and
 * times, in a folder that no other user can write to. A program that can change both runs as this user, and could change jig.
 */
import { lstatSync, readFileSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { writeAtomically } from "./atomic-write.ts";

const OPEN_TO_OTHERS = 0o077;

/** Returns false for a file that is not known: then compare, and call `recordVerified`. */
export function isVerified(file: string): boolean {
  try {
    const identity = identityOf(file);
    return identity !== undefined && readFileSync(recordOf(file), "utf8") === identity;
  } catch {
    return false;
  }
}

/** Remembers the present state of the file. If that fails, the next start compares it again. */
export function recordVerified(file: string): void {
  try {
    const identity = identityOf(file);
    if (identity !== undefined) writeAtomically(recordOf(file), identity, { replace: true, mode: 0o600 });
  } catch {
    // A full or read-only disk costs time, and nothing else.
  }
}

function recordOf(file: string): string {
  return `${file}.verified`;
}

/** Returns undefined if another user may change the file, or a change would not be seen. */
function identityOf(file: string): string | undefined {
  const folder = lstatSync(dirname(file));
  const stat = lstatSync(file);
  if (!folder.isDirectory() || !stat.isFile() || !isPrivate(folder) || !isPrivate(stat)) return undefined;
  const { dev, ino, size, mode, mtimeMs, ctimeMs } = stat;
  // A whole second, as Deno gives it, may hold a second change: such a file is compared each time.
  if (ctimeMs % 1000 === 0) return undefined;
  return JSON.stringify([dev, ino, size, mode, mtimeMs, ctimeMs]);
}

function isPrivate({ uid, mode }: Stats): boolean {
  const user = process.getuid?.();
  // Windows has no such modes: there the folder is below the user's own.
  return user === undefined || (uid === user && (mode & OPEN_TO_OTHERS) === 0);
}
