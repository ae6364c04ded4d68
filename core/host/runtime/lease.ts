/** Implements a lock file for several processes. Its holder has to renew it, because others may take over one that is too old. */

import { randomBytes } from "node:crypto";
import {
  constants,
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Lease } from "../contract/context.ts";
import { errorCode } from "../contract/error-parts.ts";
import { isProcessAlive } from "./process-alive.ts";

const RENEW_MS = 2000;
/** Without a renewal in this time we assume that the holder has ended, no matter whether its process is running. */
const EXPIRES_MS = 10_000;
const NO_LINKS = /^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/;

/**
 * Tries to acquire a lease. It returns undefined if a living process already has it. The lock file contains `<token> <pid>
 * <host>`.
 */
export function takeLease(path: string): Lease | undefined {
  // We look before writing, since waiting processes poll twenty times per second.
  if (isLeaseHeld(path)) return undefined;
  const token = randomBytes(12).toString("hex");
  const claim = `${path}.${token}`;
  writeFileSync(claim, `${token} ${process.pid} ${hostname()}`, { mode: 0o600 });
  try {
    if (!claimed(path, claim)) return undefined;
  } finally {
    rmSync(claim, { force: true });
  }
  removeAbandonedClaims(path);
  const lost = new AbortController();
  const held = () => contentOf(path)?.startsWith(token) ?? false;
  const timer = setInterval(() => {
    if (!held()) {
      clearInterval(timer);
      lost.abort();
      return;
    }
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // It has just been removed, which the next check will notice.
    }
  }, RENEW_MS);
  timer.unref?.();
  return {
    lost: lost.signal,
    async release() {
      clearInterval(timer);
      if (held()) rmSync(path, { force: true });
    },
  };
}

/** Removes the claims of processes that were killed while they were acquiring the lease. */
function removeAbandonedClaims(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    const claim = join(folder, name);
    if (name.startsWith(`${basename(path)}.`) && isAbandoned(claim)) rmSync(claim, { force: true });
  }
}

/** Tries to claim a path. Creating a hard link is atomic, and the file never exists without its content. */
function claimed(path: string, claim: string): boolean {
  if (link(claim, path)) return true;
  if (!isAbandoned(path)) return false;
  // Several processes may notice an expired lease. One after the other, they check it again and remove it.
  const right = `${path}.heir`;
  if (!claimed(right, claim)) return false;
  try {
    if (!isAbandoned(path)) return false;
    rmSync(path, { force: true });
    return link(claim, path);
  } finally {
    rmSync(right, { force: true });
  }
}

function link(claim: string, path: string): boolean {
  try {
    linkSync(claim, path);
    return true;
  } catch (error) {
    return NO_LINKS.test(errorCode(error)) && copied(claim, path);
  }
}

/**
 * Used on file systems without hard links. The content is written after the file was created, so in the meantime the age
 * decides.
 */
function copied(claim: string, path: string): boolean {
  try {
    copyFileSync(claim, path, constants.COPYFILE_EXCL);
    return true;
  } catch {
    return false;
  }
}

/** Checks for a living holder without writing anything. */
export function isLeaseHeld(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined && !isAbandoned(path);
}

function isAbandoned(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return false;
  if (Date.now() - stat.mtimeMs > EXPIRES_MS) return true;
  const [, pid, host] = contentOf(path)?.split(" ") ?? [];
  return host === hostname() && pid !== undefined && !isProcessAlive(Number(pid));
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
