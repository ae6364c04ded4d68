/** Defines a user action, its keys, and the layers it works in. */
import type { ExplorerState } from "../state/explorer-state.ts";
import type { LayerName } from "../state/key-layers.ts";

/** A row in the table of actions. The command with the same id performs the action. */
export interface Action<Id extends string = string> {
  id: Id;
  title: string;
  /** The default keys, which settings can override. */
  keys: readonly string[];
  layers: readonly LayerName[];
  /** The label in the footer. */
  hint?: string;
  /** The layers whose footer shows the action. Defaults to all layers of the action. */
  hintLayers?: readonly LayerName[];
  /**
   * Set to false to leave it out of the palette, because it acts on the position of the cursor or on the line being
   * typed.
   */
  inPalette?: false;
  /** Returns whether the action applies now. If it does not, the next layer gets the key. */
  enabled?(state: ExplorerState): boolean;
}

/** The keys of each action. Keys that the user has set override the defaults. */
export type KeyMap = Readonly<Record<string, readonly string[]>>;

/** Types the rows by their ids. A command without an action, or an action without a command, does not compile. */
export function actions<const Id extends string>(rows: readonly Action<Id>[]): readonly Action<Id>[] {
  return rows;
}
