/** Filters menus. The palette is fuzzy, whereas short menus use single keys. */
import { createMatcher } from "../../core/host/frontend-api.ts";
import type { KeyMap } from "../keymap/action.ts";
import { keyLabel } from "../keymap/key-names.ts";
import { ACTIONS, isEnabled, keysOf } from "../keymap/keymap.ts";
import type { ExplorerState, MenuItem, Overlay } from "../state/explorer-state.ts";
import { isPath } from "../text/typed-path.ts";

type RootList = NonNullable<Extract<Overlay, { kind: "palette" }>["roots"]>;

/** The number of items that are visible at once. */
export const MENU_LINES = 14;

export function toolAndActionItems(state: ExplorerState, typed: string, keys: KeyMap): MenuItem[] {
  const actions = ACTIONS.filter((action) => action.inPalette !== false && isEnabled(action, state)).map(
    (action): MenuItem => ({
      label: action.title,
      detail: keysOf(action, keys).map(keyLabel).join(" "),
      does: { type: "action", id: action.id },
    }),
  );
  return toolItems(state, typed, actions);
}

export function toolItems(state: ExplorerState, typed: string, others: readonly MenuItem[] = []): MenuItem[] {
  const tools = state.catalog.tools.map(
    (tool): MenuItem => ({
      label: tool.title,
      detail: tool.listed ? tool.name : `${tool.name} · not listed`,
      does: { type: "open", tool: tool.name },
    }),
  );
  // Tools that don't apply here come last, no matter what their score is.
  const listed = new Set(state.catalog.tools.filter((tool) => tool.listed).map((tool) => tool.name));
  const isListed = ({ does }: MenuItem) => does.type !== "open" || listed.has(does.tool);
  const fitting = fittingItems([...tools, ...others], typed);
  return [...fitting.filter(isListed), ...fitting.filter((item) => !isListed(item))];
}

/** Returns either tools and commands, or folders. */
export function paletteItems(
  state: ExplorerState,
  { input, roots }: Extract<Overlay, { kind: "palette" }>,
  keys: KeyMap,
): readonly MenuItem[] {
  return roots ? rootItems(roots, input.text) : toolAndActionItems(state, input.text, keys);
}

export function itemWithKey(items: readonly MenuItem[], key: string): MenuItem | undefined {
  return items.find((item) => item.key === key);
}

/** Filters folders. A path is matched by its prefix, and anything else is matched fuzzily. */
export function rootItems({ of, items: roots }: RootList, typed: string): readonly MenuItem[] {
  // These items are still for an earlier text.
  if (of !== typed && (isPath(of) || isPath(typed))) return [];
  if (typed.trim() === "" || isPath(typed)) return roots;
  return fittingItems(roots, typed);
}

/** If the fuzzy score is lower than this, the letters are just scattered. */
const MIN_SCORE = 150;

/** Matches the label first, then the text next to it. The best match comes first. */
function fittingItems(items: readonly MenuItem[], typed: string): MenuItem[] {
  const textOf = ({ label, detail = "" }: MenuItem) => ({
    text: detail === "" ? label : `${label} ${detail}`,
    name: [0, label.length] as const,
  });
  return createMatcher(items, textOf)
    .match(typed, { least: MIN_SCORE })
    .best.map(({ item, marks, score }) => {
      const within = marks.filter(([start]) => start < item.label.length);
      return typed.trim() === "" ? item : { ...item, marks: within, score };
    });
}
