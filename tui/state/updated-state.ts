/** Applies changes to the state. A menu over the source view closes to that view again. */
import type { ExplorerState } from "./explorer-state.ts";

export function updatedState(state: ExplorerState, patch: Partial<ExplorerState>): ExplorerState {
  const next = { ...state, ...patch };
  const { overlay } = state;
  if (!("overlay" in patch) || next.overlay?.kind === "reader" || patch.screen !== undefined) return next;
  if (overlay === undefined || overlay.kind === "reader") return next.overlay ? { ...next, under: overlay } : next;
  return next.overlay ? next : { ...next, overlay: state.under, under: undefined };
}
