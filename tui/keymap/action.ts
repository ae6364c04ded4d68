/** An action: something a person can do, its keys, and the layers in which they work. */
import type { ExplorerState } from "../state/explorer-state.ts";
import type { LayerName } from "../state/key-layers.ts";

/** One row of the table. The command with the same id performs it. */
export interface Action<Id extends string = string> {
  id: Id;
  title: string;
  /** Defaults; settings may rebind them. */
  keys: readonly string[];
  layers: readonly LayerName[];
  /** A word for the last line. */
  hint?: string;
  /** Layers whose footer shows it; default: all of its layers. */
  hintLayers?: readonly LayerName[];
  /** False: it belongs to the place under the cursor or to a line being typed, so the palette does not offer it. */
  inPalette?: false;
  /** Whether it applies now; if not, the key is passed on. Default yes. */
  enabled?(state: ExplorerState): boolean;
}

/** Keys by action, the person's own before the defaults. */
export type KeyMap = Readonly<Record<string, readonly string[]>>;

/** Types rows by their ids, so that a command without an action, or an action without a command, does not compile. */
export function actions<const Id extends string>(rows: readonly Action<Id>[]): readonly Action<Id>[] {
  return rows;
}
