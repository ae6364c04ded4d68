/** An action of the user, its keys, and the layers in which they work. */
import type { ExplorerState } from "../state/explorer-state.ts";
import type { LayerName } from "../state/key-layers.ts";

/** One row of the table. The command with the same id performs it. */
export interface Action<Id extends string = string> {
  id: Id;
  title: string;
  /** Defaults; settings may rebind them. */
  keys: readonly string[];
  layers: readonly LayerName[];
  /** Label in the footer. */
  hint?: string;
  /** Layers whose footer shows it; default: all of its layers. */
  hintLayers?: readonly LayerName[];
  /** False keeps it out of the palette, because it acts on the cursor's place or on the line being typed. */
  inPalette?: false;
  /** Whether it applies now (default true). If not, the next layer gets the key. */
  enabled?(state: ExplorerState): boolean;
}

/** Keys by action; the user's own override the defaults. */
export type KeyMap = Readonly<Record<string, readonly string[]>>;

/** Types rows by their ids, so that a command without an action, or an action without a command, does not compile. */
export function actions<const Id extends string>(rows: readonly Action<Id>[]): readonly Action<Id>[] {
  return rows;
}
