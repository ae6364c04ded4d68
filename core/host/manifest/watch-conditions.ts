/** Notices that a workspace begins or ceases to have what plugins ask for by `when`, so that frontends list the tools anew. */
import type { Manifest } from "./manifest.ts";
import type { WorkspaceConditions } from "./workspace-condition.ts";

/** Time between two looks, ms. A look stats the folders that the conditions name, and reads those that have changed. */
const INTERVAL_MS = 1_000;
const FIRST_LOOK_MS = 100;

export interface ConditionWatcher {
  start(): void;
  /** Learns the present state, unless it is known: a frontend lists the tools, and what changes from here on is to be heard. */
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
      // Not at once: a frontend that starts has better things to do.
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
