/** Polls the `when` conditions of plugins, so that frontends can keep their tool lists up to date. */
import type { Manifest } from "./manifest.ts";
import type { WorkspaceConditions } from "./workspace-condition.ts";

/** In ms. A poll stats the folders involved, and reads those that changed. */
const INTERVAL_MS = 1_000;
const FIRST_LOOK_MS = 100;

export interface ConditionWatcher {
  start(): void;
  /** Snapshots the state as a frontend lists its tools. It is later changes that get reported. */
  learn(): void;
  stop(): void;
}

/** Calls `changed` whenever a plugin becomes active or inactive. The timer used for this does not keep the process alive. */
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
      // not right away, or it would slow down the frontend's start
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
