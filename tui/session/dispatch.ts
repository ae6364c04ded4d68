/** Sends a key down the stack of layers, until one consumes it. */
import type { Deeds } from "../keymap/action.ts";
import { actionFor } from "../keymap/keymap.ts";
import { chosenItem } from "../layout/menu-items.ts";
import type { KeyPress } from "../state/keys.ts";
import { layersOf, takesText } from "./key-layers.ts";
import type { SessionContext } from "./session-context.ts";

export interface Typing {
  type(text: string): void;
}

export function createDispatch(context: SessionContext, commands: Deeds, textEditing: Typing): (key: KeyPress) => void {
  return (key) => {
    if (context.state().notice && !context.state().overlay && !context.state().find?.typing)
      context.update({ notice: undefined });
    for (const layer of layersOf(context)) {
      if (key.text !== undefined && takesText(layer)) return textEditing.type(key.text);
      const { overlay } = context.state();
      // The letters of a menu are its own.
      const quick = layer === "menu" && overlay?.kind === "menu" ? chosenItem(overlay.items, key.name) : undefined;
      if (quick) return context.choose(quick.does);
      const action = actionFor(key.name, layer, context.keys, context.state());
      if (action) return action.run(commands);
    }
  };
}
