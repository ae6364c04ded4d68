/** Every action, in the order in which keys are looked up; key handling, footer, help, palette and docs derive from it. */
import type { ExplorerState } from "../state/explorer-state.ts";
import type { Action, KeyMap, LayerName } from "./action.ts";
import { MOVING } from "./list-actions.ts";
import { OVERLAYS } from "./overlay-actions.ts";
import { FIRST, SCREENS, TOOLS_AND_FORM } from "./pane-actions.ts";
import { READING_ACTIONS } from "./result-actions.ts";
import { BENCHES } from "./workbench-actions.ts";

export const ACTIONS: readonly Action[] = [
  ...FIRST,
  ...READING_ACTIONS,
  ...TOOLS_AND_FORM,
  ...SCREENS,
  ...BENCHES,
  ...OVERLAYS,
  ...MOVING,
];

export function keysOf(action: Action, keys: KeyMap): readonly string[] {
  return (Object.hasOwn(keys, action.id) ? keys[action.id] : undefined) ?? action.keys;
}

/** The keys of an action that is known by its id. */
export function keysOfId(id: string, keys: KeyMap): readonly string[] {
  const action = ACTIONS.find((each) => each.id === id);
  return action ? keysOf(action, keys) : [];
}

/** The live action of a key; a person's own binding wins over every default. */
export function actionFor(key: string, where: LayerName, keys: KeyMap, state: ExplorerState): Action | undefined {
  const live = (action: Action) => action.where.includes(where) && (action.live?.(state) ?? true);
  return (
    ACTIONS.find((action) => Object.hasOwn(keys, action.id) && keys[action.id]?.includes(key) && live(action)) ??
    ACTIONS.find((action) => keysOf(action, keys).includes(key) && live(action))
  );
}

/** What the footer shows: live actions that have a word for it, those of the moment first. */
export function footerActions(where: LayerName, state: ExplorerState): Action[] {
  return ACTIONS.filter(
    (action) =>
      action.hint !== undefined &&
      action.where.includes(where) &&
      (action.hinted ?? action.where).includes(where) &&
      (action.live?.(state) ?? true),
  );
}
