/** A lock file shared by processes. The holder renews it, and once it is stale anyone may take it. */

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
/** How long a holder may go without renewing before it counts as dead, even if its process is running. */
const EXPIRES_MS = 10_000;
const NO_LINKS = /^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/;

/** Returns undefined while a living process holds it. The file contains `<token> <pid> <host>`. */
export function takeLease(path: string): Lease | undefined {
  // First check without writing, because waiting processes poll twenty times a second.
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
      // It was just removed. The next check will see that.
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

/** Removes claims of processes that were killed while they took the lease. */
function removeAbandonedClaims(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    const claim = join(folder, name);
    if (name.startsWith(`${basename(path)}.`) && isAbandoned(claim)) rmSync(claim, { force: true });
  }
}

/** Creating a hard link is atomic, and the file has its full content from the start. */
function claimed(path: string, claim: string): boolean {
  if (link(claim, path)) return true;
  if (!isAbandoned(path)) return false;
  // Several processes may notice the same dead lease. Only one of them at a time may check again and remove it.
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

/** On file systems without hard links, the content is only written after the file is created. Until then, the file's age decides. */
function copied(claim: string, path: string): boolean {
  try {
    copyFileSync(claim, path, constants.COPYFILE_EXCL);
    return true;
  } catch {
    return false;
  }
}

/** True while a living process holds it. Writes nothing. */
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
