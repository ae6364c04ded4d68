/** Watches whether the workspace meets plugins' `when` conditions, so that frontends can update their tool lists. */
import type { Manifest } from "./manifest.ts";
import type { WorkspaceConditions } from "./workspace-condition.ts";

/** Polling interval in ms. Each poll stats the folders used by the conditions and reads those that have changed. */
const INTERVAL_MS = 1_000;
const FIRST_LOOK_MS = 100;

export interface ConditionWatcher {
  start(): void;
  /** Records the initial state when a frontend lists the tools. Later changes are reported. */
  learn(): void;
  stop(): void;
}

/** Calls `changed` when a plugin becomes active or inactive. The timer does not keep the process alive. */
export function watchConditions(
  plugins: () => readonly { manifest: Manifest }[],
  conditions: WorkspaceConditions,
  changed: () => void,
  intervalMs = INTERVAL_MS,
): ConditionWatcher {
  let timer: NodeJS.Timeout | undefined;
  let active: string | undefined;

  function look(): void {
    if (!timer) return;
    conditions.look();
    const before = active;
    active = plugins()
      .filter((plugin) => !conditions.inactiveReason(plugin))
      .map(({ manifest }) => manifest.name)
      .join("\n");
    if (before !== undefined && before !== active) changed();
  }

  return {
    start() {
      if (timer) return;
      // Delay the first poll, so that it does not slow down the start of the frontend.
      setTimeout(look, Math.min(FIRST_LOOK_MS, intervalMs)).unref();
      timer = setInterval(look, intervalMs);
      timer.unref();
    },
    learn() {
      if (active === undefined) look();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
