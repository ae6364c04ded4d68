/** Reads the lock files of a busy Editor. They are only hints, since they remain after a crash. */
import path from "node:path";
import type { Clock, Files } from "../../../core/host/plugin-api.ts";

const LOCKS = [
  { name: "compiling.lock", doing: "compiling scripts" },
  { name: "domainreload.lock", doing: "reloading its scripts (domain reload)" },
  { name: "serverstarting.lock", doing: "starting its server" },
] as const;

export interface Lock {
  name: (typeof LOCKS)[number]["name"];
  doing: string;
  ageMs: number;
}

/** A time in the future, for example from a machine with another clock, counts as new. */
export async function readLocks(files: Files, clock: Clock, projectRoot: string): Promise<Lock[]> {
  const found = await Promise.all(
    LOCKS.map(async ({ name, doing }): Promise<Lock | undefined> => {
      try {
        const stat = await files.stat(path.join(projectRoot, "Temp", name));
        return { name, doing, ageMs: Math.max(0, clock.now() - stat.mtimeMs) };
      } catch {
        return undefined;
      }
    }),
  );
  return found.filter((lock) => lock !== undefined);
}

/**
 * Returns a lock that is younger than `freshMs` and doesn't allow us to send anything. The lock of a starting server does allow
 * it.
 */
export function blockingLock(locks: Lock[], freshMs: number): Lock | undefined {
  return locks.find((lock) => lock.name !== "serverstarting.lock" && lock.ageMs <= freshMs);
}

export function describeLock(lock: Lock): string {
  return `Temp/${lock.name} (${Math.round(lock.ageMs / 1000)} s old)`;
}
