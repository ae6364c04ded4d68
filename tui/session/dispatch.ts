/** Sends a key down the stack of layers, until one consumes it. */
import type { Deeds } from "../keymap/action.ts";
import { actionFor } from "../keymap/keymap.ts";
import { chosenItem } from "../layout/menu-items.ts";
import type { KeyPress } from "../state/keys.ts";
import { layersOf, takesText } from "./key-layers.ts";
import type { Core } from "./session-context.ts";

export interface Typing {
  type(text: string): void;
}

export function createDispatch(core: Core, deeds: Deeds, typing: Typing): (key: KeyPress) => void {
  return (key) => {
    if (core.state().notice && !core.state().overlay && !core.state().find?.typing) core.update({ notice: undefined });
    for (const layer of layersOf(core)) {
      if (key.text !== undefined && takesText(layer)) return typing.type(key.text);
      const { overlay } = core.state();
      // The letters of a menu are its own.
      const quick = layer === "menu" && overlay?.kind === "menu" ? chosenItem(overlay.items, key.name) : undefined;
      if (quick) return core.choose(quick.does);
      const action = actionFor(key.name, layer, core.keys, core.state());
      if (action) return action.run(deeds);
    }
  };
}
