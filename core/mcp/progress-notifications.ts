/** Progress of one call as clients want it: growing with every notification, not too often, and never silent for long. */
import type { Progress } from "../host/frontend-api.ts";
import type { Call } from "./sdk-server.ts";

const MIN_GAP_MS = 100;
const HEARTBEAT_MS = 5_000;

/** Starts the heartbeats: several clients give up a call that says nothing for 30 or 60 seconds. */
export function startProgress(
  send: Call["progress"],
  heartbeatMs = HEARTBEAT_MS,
): { report(progress: Progress): void; stop(): void } {
  if (!send) return { report() {}, stop() {} };
  const started = performance.now();
  let last = -1;
  let lastSent = started - MIN_GAP_MS;
  let total: number | undefined;

  const notify = (done: number, message: string | undefined) => {
    last = Math.max(done, last + 0.001);
    lastSent = performance.now();
    send({ progress: last, ...(total !== undefined && { total }), ...(message !== undefined && { message }) });
  };
  const heartbeat = setInterval(() => {
    const now = performance.now();
    if (now - lastSent < heartbeatMs / 2) return;
    notify(last, `Still running after ${Math.round((now - started) / 1000)} s`);
  }, heartbeatMs);
  return {
    report(progress) {
      if (performance.now() - lastSent < MIN_GAP_MS) return;
      total = progress.total ?? total;
      notify(progress.done ?? last, progress.message);
    },
    stop: () => clearInterval(heartbeat),
  };
}
