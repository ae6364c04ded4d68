/** Sends progress notifications, which are strictly increasing, limited in their rate, and have a heartbeat. */
import { type Progress, progressText } from "../host/frontend-api.ts";
import type { Call } from "./sdk-server.ts";

const MIN_GAP_MS = 100;
const HEARTBEAT_MS = 5_000;
/** The increment if there was no real progress. */
const STEP = 0.001;

/** Starts the heartbeat, because several clients give up after 30 or 60 seconds of silence. */
export function startProgress(
  send: Call["progress"],
  heartbeatMs = HEARTBEAT_MS,
): { report(progress: Progress): void; stop(): void } {
  if (!send) return { report() {}, stop() {} };
  const started = performance.now();
  // The first value must be at least 0, and the values must increase.
  let last = -STEP;
  let lastMessage: string | undefined;
  let lastSent = started - MIN_GAP_MS;
  let total: number | undefined;

  const notify = (done: number, message: string | undefined) => {
    last = Math.max(done, last + STEP);
    lastSent = performance.now();
    send({ progress: last, ...(total !== undefined && { total }), ...(message !== undefined && { message }) });
  };
  const heartbeat = setInterval(() => {
    const now = performance.now();
    if (now - lastSent < heartbeatMs / 2) return;
    const elapsed = `after ${Math.round((now - started) / 1000)} s`;
    notify(last, lastMessage ? `${lastMessage}, ${elapsed}` : `Still running ${elapsed}`);
  }, heartbeatMs);
  return {
    report(progress) {
      if (performance.now() - lastSent < MIN_GAP_MS) return;
      total = progress.total ?? total;
      const message = progressText(progress);
      lastMessage = message ?? lastMessage;
      notify(progress.done ?? last, message);
    },
    stop: () => clearInterval(heartbeat),
  };
}
