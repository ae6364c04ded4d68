/**
 * Remembers that a file was compared before, so later starts need not read megabytes again. We look at its identity and
 * times, and make sure that no other user is able to write to the folder. Sure, a program running as this user could forge
 * all of that. But such a program could just as well change jig.
 */
import { lstatSync, readFileSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { writeAtomically } from "./atomic-write.ts";

const OPEN_TO_OTHERS = 0o077;

/** If false, it is up to the caller to compare the file and call `recordVerified`. */
export function isVerified(file: string): boolean {
  try {
    const identity = identityOf(file);
    return identity !== undefined && readFileSync(recordOf(file), "utf8") === identity;
  } catch {
    return false;
  }
}

/** Record the file's current state. Should this fail, the next start compares it once more. */
export function recordVerified(file: string): void {
  try {
    const identity = identityOf(file);
    if (identity !== undefined) writeAtomically(recordOf(file), identity, { replace: true, mode: 0o600 });
  } catch {
    // full or read-only disk: next time will just be slower
  }
}

function recordOf(file: string): string {
  return `${file}.verified`;
}

/** Returns undefined if another user can change the file, or if we might fail to notice a change. */
function identityOf(file: string): string | undefined {
  const folder = lstatSync(dirname(file));
  const stat = lstatSync(file);
  if (!folder.isDirectory() || !stat.isFile() || !isPrivate(folder) || !isPrivate(stat)) return undefined;
  const { dev, ino, size, mode, mtimeMs, ctimeMs } = stat;
  // Deno's times are whole seconds, so there might be a second change that we cannot see. Compare every time.
  if (ctimeMs % 1000 === 0) return undefined;
  return JSON.stringify([dev, ino, size, mode, mtimeMs, ctimeMs]);
}

function isPrivate({ uid, mode }: Stats): boolean {
  const user = process.getuid?.();
  // Windows does not have such modes, but the folder is the user's anyway.
  return user === undefined || (uid === user && (mode & OPEN_TO_OTHERS) === 0);
}
