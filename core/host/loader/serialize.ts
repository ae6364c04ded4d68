/** Lets processes make short changes to a file one after the other, so that no update is lost. */

import { JigError } from "../contract/errors.ts";
import { takeLease } from "../runtime/lease.ts";

const LOCK_POLL_MS = 10;
/** This must be longer than the lease of a process that has died. */
const LOCK_WAIT_MS = 15_000;

/** Takes over a lock if its process has died. @throws UNAVAILABLE if a living one doesn't release it */
export function serialize<Result>(lock: string, work: () => Result): Result {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const giveUp = Date.now() + LOCK_WAIT_MS;
  let lease = takeLease(lock);
  while (!lease) {
    if (Date.now() > giveUp) throw new JigError("UNAVAILABLE", `Another process holds ${lock}`);
    Atomics.wait(pause, 0, 0, LOCK_POLL_MS);
    lease = takeLease(lock);
  }
  try {
    return work();
  } finally {
    void lease.release();
  }
}
