/** Actions, their keys, and the layers they're available in. */
import type { ExplorerState } from "../state/explorer-state.ts";
import type { LayerName } from "../state/key-layers.ts";

/** A row in the action table. It's executed by the command of the same id. */
export interface Action<Id extends string = string> {
  id: Id;
  title: string;
  /** Defaults; settings may override them. */
  keys: readonly string[];
  layers: readonly LayerName[];
  /** Footer label. */
  hint?: string;
  /** Show it in these layers' footers. Defaults to all layers of the action. */
  hintLayers?: readonly LayerName[];
  /** Keeps it out of the palette. For actions that depend on the cursor position, or on a line being typed. */
  inPalette?: false;
  /** If it returns false, the key goes to the next layer down. */
  enabled?(state: ExplorerState): boolean;
}

/** Keys by action, user settings already applied. */
export type KeyMap = Readonly<Record<string, readonly string[]>>;

/** Gives the rows literal ids. That way a command without an action (or the reverse) is a compile error. */
export function actions<const Id extends string>(rows: readonly Action<Id>[]): readonly Action<Id>[] {
  return rows;
}
