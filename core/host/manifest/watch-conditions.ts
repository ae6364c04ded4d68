/** Notices that a workspace begins or ceases to have what plugins ask for by `when`, so that frontends list the tools anew. */
import { statSync } from "node:fs";
import type { Root } from "../contract/context.ts";
import type { Manifest } from "./manifest.ts";
import { inactiveReason, WorkspaceProbe } from "./workspace-condition.ts";

/** Time between two looks, ms. A look stats the folders that the conditions name, and reads them only if one has changed. */
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
  roots: readonly Root[],
  changed: () => void,
  intervalMs = INTERVAL_MS,
): ConditionWatcher {
  let timer: NodeJS.Timeout | undefined;
  let active: string | undefined;
  let times = new Map<string, number>();
  /** Looks again once after a change: a folder may have changed between being read and being dated. */
  let isSettled = false;

  function look(): void {
    if (!timer) return;
    const isSame = active !== undefined && [...times].every(([folder, time]) => changeTime(folder) === time);
    if (isSame && isSettled) return;
    isSettled = isSame;
    const probe = new WorkspaceProbe();
    const found = plugins().filter((plugin) => !inactiveReason(plugin, roots, probe));
    times = new Map([...probe.folders].map((folder) => [folder, changeTime(folder)]));
    const before = active;
    active = found.map(({ manifest }) => manifest.name).join("\n");
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

/** Milliseconds; 0 for a folder that cannot be read. */
function changeTime(folder: string): number {
  try {
    return statSync(folder).mtimeMs;
  } catch {
    return 0;
  }
}
