/**
 * Contains the table of actions in the order in which they are looked up. The handling of keys, the footer, the help, the
 * palette and the documentation are all generated from it.
 */
import type { ExplorerState } from "../state/explorer-state.ts";
import type { LayerName } from "../state/key-layers.ts";
import type { Action, KeyMap } from "./action.ts";
import { LIST_ACTIONS } from "./list-actions.ts";
import { OVERLAY_ACTIONS } from "./overlay-actions.ts";
import { FIRST_ACTIONS, PANE_ACTIONS } from "./pane-actions.ts";
import { RESULT_ACTIONS } from "./result-actions.ts";
import { REVIEW_ACTIONS } from "./review-actions.ts";
import { SCREEN_ACTIONS } from "./screen-actions.ts";
import { WORKBENCH_ACTIONS } from "./workbench-actions.ts";

const ROWS = [
  ...FIRST_ACTIONS,
  ...REVIEW_ACTIONS,
  ...RESULT_ACTIONS,
  ...PANE_ACTIONS,
  ...SCREEN_ACTIONS,
  ...WORKBENCH_ACTIONS,
  ...OVERLAY_ACTIONS,
  ...LIST_ACTIONS,
];

export type ActionId = (typeof ROWS)[number]["id"];

export const ACTIONS: readonly Action<ActionId>[] = ROWS;

export function keysOf(action: Action, keys: KeyMap): readonly string[] {
  return (Object.hasOwn(keys, action.id) ? keys[action.id] : undefined) ?? action.keys;
}

/** Returns the first key, or "" if it has no key. */
export function firstKeyOf(id: ActionId, keys: KeyMap): string {
  const action = ACTIONS.find((each) => each.id === id);
  return (action && keysOf(action, keys)[0]) ?? "";
}

export function isEnabled(action: Action, state: ExplorerState): boolean {
  return action.enabled?.(state) ?? true;
}

/** Returns the first enabled action for the key. The bindings of the user are tried before the defaults. */
export function actionFor(
  key: string,
  layer: LayerName,
  keys: KeyMap,
  state: ExplorerState,
): Action<ActionId> | undefined {
  const works = (action: Action) => action.layers.includes(layer) && isEnabled(action, state);
  return (
    ACTIONS.find((action) => Object.hasOwn(keys, action.id) && keys[action.id]?.includes(key) && works(action)) ??
    ACTIONS.find((action) => keysOf(action, keys).includes(key) && works(action))
  );
}

/** Returns the actions for the footer, starting with the most specific ones. */
export function footerActions(layer: LayerName, state: ExplorerState): Action<ActionId>[] {
  return ACTIONS.filter(
    (action) =>
      action.hint !== undefined &&
      action.layers.includes(layer) &&
      (action.hintLayers ?? action.layers).includes(layer) &&
      isEnabled(action, state),
  );
}
