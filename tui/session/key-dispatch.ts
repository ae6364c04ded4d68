/**
 * Passes a key down the layers until one of them handles it. The topmost layer is usually an overlay or a line that is being
 * typed, followed by the pane with the focus and the screen. If a layer has no enabled action for the key, the key goes to the
 * next one. This is how F1 works in a text field, for example.
 */
import type { KeyPress } from "../keymap/key-names.ts";
import { actionFor } from "../keymap/keymap.ts";
import { itemWithKey } from "../layout/menu-items.ts";
import { layerOf, layersOf, takesText } from "../state/key-layers.ts";
import type { Commands } from "./commands.ts";
import type { SessionContext } from "./session-context.ts";
import type { TextEditing } from "./text-editing.ts";

export function createKeyDispatch(
  context: SessionContext,
  commands: Commands,
  textEditing: Pick<TextEditing, "type">,
): (keys: readonly KeyPress[]) => void {
  const press = (key: KeyPress) => {
    if (context.state().notice && !context.state().overlay && !context.state().find?.typing)
      context.update({ notice: undefined });
    for (const layer of layersOf(context.state(), context.shape)) {
      if (key.text !== undefined && takesText(layer)) return textEditing.type(key.text);
      const { overlay } = context.state();
      // Menus have their own letters.
      const quick = layer === "menu" && overlay?.kind === "menu" ? itemWithKey(overlay.items, key.name) : undefined;
      if (quick) return context.choose(quick.does);
      const action = actionFor(key.name, layer, context.keys, context.state());
      if (action) return commands[action.id]();
    }
  };
  return (keys) => {
    for (let at = 0; at < keys.length; at++) {
      const { name = "", text } = keys[at] ?? {};
      if (text === undefined || !takesText(layerOf(context.state(), context.shape))) {
        press({ name, ...(text !== undefined && { text }) });
        continue;
      }
      // Text that is typed (or pasted) in one go is inserted in one go.
      const end = keys.findIndex((key, index) => index > at && key.text === undefined);
      const run = keys.slice(at, end < 0 ? undefined : end);
      press({ name, text: run.map((key) => key.text).join("") });
      at += run.length - 1;
    }
  };
}
