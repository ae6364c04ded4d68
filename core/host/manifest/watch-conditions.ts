/** Polls the `when` conditions of plugins, so that frontends can keep their lists of tools up to date. */
import type { Manifest } from "./manifest.ts";
import type { WorkspaceConditions } from "./workspace-condition.ts";

/** In milliseconds. A poll calls stat for the folders, and reads those that have changed. */
const INTERVAL_MS = 1_000;
const FIRST_LOOK_MS = 100;

export interface ConditionWatcher {
  start(): void;
  /** Records the state when a frontend lists its tools. Only later changes are reported. */
  learn(): void;
  stop(): void;
}

/** Calls `changed` whenever a plugin becomes active or inactive. Its timer does not keep the process running. */
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
      // This doesn't run immediately, since it would slow down the start of the frontend.
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
