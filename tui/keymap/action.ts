/** Defines actions, their keys, and the layers in which they are available. */
import type { ExplorerState } from "../state/explorer-state.ts";
import type { LayerName } from "../state/key-layers.ts";

/** A row in the table of actions. The command with the same id executes it. */
export interface Action<Id extends string = string> {
  id: Id;
  title: string;
  /** The default keys, which settings may override. */
  keys: readonly string[];
  layers: readonly LayerName[];
  /** The label in the footer. */
  hint?: string;
  /** The layers whose footers show the action. By default, these are all layers of the action. */
  hintLayers?: readonly LayerName[];
  /** Keeps the action out of the palette, because it depends on the position of the cursor or on a line that is being typed. */
  inPalette?: false;
  /** If this returns false, the key goes to the next layer below. */
  enabled?(state: ExplorerState): boolean;
}

/** The keys of each action, after the settings of the user have been applied. */
export type KeyMap = Readonly<Record<string, readonly string[]>>;

/** Gives the rows literal ids. This way, a command without an action (or the other way round) is a compile error. */
export function actions<const Id extends string>(rows: readonly Action<Id>[]): readonly Action<Id>[] {
  return rows;
}
