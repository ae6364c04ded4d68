/** Creates empty tabs and their titles. */
import { LIST_START } from "../components/list/list-state.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import type { ExplorerState, WorkbenchTab } from "./explorer-state.ts";
import { breadcrumb, currentEntry, EMPTY_TRAIL } from "./trail.ts";

/** Creates a tab that keeps the forms and the chosen tool. */
export function newTab({ finders, tree, tool, forms }: Pick<ExplorerState, "finders" | "tree" | "tool" | "forms">) {
  const screen = finders.length > 0 ? "home" : "explore";
  return {
    screen,
    previousScreen: screen,
    focus: "tools",
    zoomed: false,
    tree,
    tool,
    forms,
    trail: EMPTY_TRAIL,
    home: { input: textOfInput(""), list: LIST_START, sections: [] },
    list: LIST_START,
    overlay: undefined,
  } satisfies WorkbenchTab;
}

export function tabTitle(tab: WorkbenchTab, { catalog }: Pick<ExplorerState, "catalog">): string {
  const entry = currentEntry(tab.trail);
  const tool = (name: string | undefined) => catalog.tools.find((each) => each.name === name);
  if (tab.overlay?.kind === "reader") return tab.overlay.place.display;
  if (tab.screen === "home") return tab.home.input.text === "" ? "home" : `home: ${tab.home.input.text}`;
  return entry ? breadcrumb(entry, tool(entry.tool)) : (tool(tab.tool)?.title ?? tab.screen);
}

/** Drops the last session once something else is open, since it is then only useful as recent places. */
export function withoutOldResume(state: ExplorerState): ExplorerState {
  if (!state.home.resume || (state.screen !== "explore" && state.overlay?.kind !== "reader")) return state;
  const { resume: _, ...home } = state.home;
  return { ...state, home };
}
