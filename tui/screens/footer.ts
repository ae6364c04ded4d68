/** Draws the bottom line, which has hints about keys or the latest message. */

import type { Action, KeyMap } from "../keymap/action.ts";
import { keyLabel } from "../keymap/key-names.ts";
import { type ActionId, firstKeyOf, footerActions, keysOf } from "../keymap/keymap.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { type LayerName, takesText } from "../state/key-layers.ts";
import { cut, type Line, line, type Span, span, widthOf } from "../text/line.ts";

/** Returns the footer. `layer` is the one that receives the keys. */
export function footerLine(state: ExplorerState, layer: LayerName, keys: KeyMap): Line {
  const { notice, columns, find } = state;
  if (find?.typing) {
    const noticeSpans = notice
      ? [span(`  ${cut(notice.text, Math.max(0, Math.floor(columns / 2)))}`, notice.tone)]
      : [];
    const key = (id: ActionId) => span(keyLabel(firstKeyOf(id, keys)), "key");
    const keySpans = [
      span("   "),
      key("find-keep"),
      span(" stay  ", "muted"),
      key("find-drop"),
      span(" back", "muted"),
    ];
    return {
      spans: [span(" /", "accent"), span(find.text), span("▏", "accent"), ...(notice ? noticeSpans : keySpans)],
    };
  }
  if (notice) return line(" ", span(cut(notice.text, columns - 2), notice.tone));
  const { moment, always } = hints(state, layer, keys);
  const wide = ([key, what]: Hint) => widthOf(key) + widthOf(what) + 3;
  let space = columns - 1 - always.reduce((sum, hint) => sum + wide(hint), 0);
  const shown = moment.filter((hint) => {
    space -= wide(hint);
    return space >= 0;
  });
  const spans = [...shown, ...always].flatMap(([key, what]): Span[] => [span(key, "key"), span(` ${what}  `, "muted")]);
  return { spans: [span(" "), ...spans] };
}

type Hint = readonly [key: string, what: string];

/** Returns specific actions as far as there is space, and always the general ones. */
function hints(state: ExplorerState, layer: LayerName, keys: KeyMap): { moment: Hint[]; always: Hint[] } {
  const live = footerActions(layer, state);
  const typed = takesText(layer) || layer === "form";
  const hint = (action: Action): Hint => [keyLabel(pick(keysOf(action, keys), typed)), action.hint ?? ""];
  const more = SIGNS[layer];
  return {
    moment: [
      ...(more ? [more] : []),
      ...ordered(live, state)
        .filter(({ id }) => !ALWAYS.has(id))
        .map(hint),
    ],
    always: live.filter(({ id }) => ALWAYS.has(id)).map(hint),
  };
}

/** Sorts the actions. The jumps of the current row come first. */
function ordered(live: readonly Action[], { rels }: ExplorerState): Action[] {
  const rank = ({ id }: Action) => rels.findIndex((rel) => id === `jump-${rel}`);
  const jumps = live.filter((action) => rank(action) >= 0).sort((a, b) => rank(a) - rank(b));
  const first = live.findIndex((action) => rank(action) >= 0);
  return first < 0
    ? [...live]
    : [...live.slice(0, first), ...jumps, ...live.slice(first).filter((each) => rank(each) < 0)];
}

/** Hints that represent a whole group of keys. */
const SIGNS: Partial<Record<LayerName, Hint>> = {
  filter: ["type", "to filter"],
  palette: ["type", "to find"],
  screen: ["↑↓", "scroll"],
  reader: ["←→", "names"],
};

/** These are never dropped, since the user may need them to get out. */
const ALWAYS = new Set(["help", "quit", "close", "leave-form", "interrupt"]);

/** Returns a key. In text fields we prefer one with a modifier. */
function pick(keys: readonly string[], typed: boolean): string {
  const fitting = typed ? keys.find((key) => key.length > 1) : keys[0];
  return fitting ?? keys[0] ?? "";
}
