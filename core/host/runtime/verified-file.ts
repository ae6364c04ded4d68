/**
 * Remembers that a file was compared before, so that later starts don't have to read megabytes again. We compare its identity
 * and times, and make sure that no other user can write to the folder. A program that runs as this user could forge all of
 * that, but it could also change jig itself.
 */
import { lstatSync, readFileSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { writeAtomically } from "./atomic-write.ts";

const OPEN_TO_OTHERS = 0o077;

/** If the result is false, the caller has to compare the file and call `recordVerified`. */
export function isVerified(file: string): boolean {
  try {
    const identity = identityOf(file);
    return identity !== undefined && readFileSync(recordOf(file), "utf8") === identity;
  } catch {
    return false;
  }
}

/** Records the current state of the file. If this fails, the next start compares it once more. */
export function recordVerified(file: string): void {
  try {
    const identity = identityOf(file);
    if (identity !== undefined) writeAtomically(recordOf(file), identity, { replace: true, mode: 0o600 });
  } catch {
    // The disk is full or read-only, so the next start is just slower.
  }
}

function recordOf(file: string): string {
  return `${file}.verified`;
}

/** Returns undefined if another user can change the file, or if we might not notice a change. */
function identityOf(file: string): string | undefined {
  const folder = lstatSync(dirname(file));
  const stat = lstatSync(file);
  if (!folder.isDirectory() || !stat.isFile() || !isPrivate(folder) || !isPrivate(stat)) return undefined;
  const { dev, ino, size, mode, mtimeMs, ctimeMs } = stat;
  // Deno's times are whole seconds, so we could miss a second change and have to compare every time.
  if (ctimeMs % 1000 === 0) return undefined;
  return JSON.stringify([dev, ino, size, mode, mtimeMs, ctimeMs]);
}

function isPrivate({ uid, mode }: Stats): boolean {
  const user = process.getuid?.();
  // Windows does not have such modes, but the folder belongs to the user anyway.
  return user === undefined || (uid === user && (mode & OPEN_TO_OTHERS) === 0);
}
