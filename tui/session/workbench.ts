/** Workbench tabs. Each has its own query, form, answers and trail, kept while hidden. */
import { LIST_START } from "../components/list/list-state.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import { allTabs, type ExplorerState, type MenuItem, type WorkbenchTab } from "../state/explorer-state.ts";
import { breadcrumb, currentEntry, EMPTY_TRAIL } from "../state/trail.ts";
import type { SessionContext } from "./session-context.ts";

export interface Workbench {
  open(): void;
  close(): void;
  turn(by: 1 | -1): void;
  menu(): void;
  show(index: number): void;
}

const MOST = 20;

function titleOf(tab: WorkbenchTab, { catalog }: ExplorerState): string {
  const entry = currentEntry(tab.trail);
  const tool = (name: string | undefined) => catalog.tools.find((each) => each.name === name);
  if (tab.overlay?.kind === "reader") return tab.overlay.place.display;
  if (tab.screen === "home") return tab.home.input.text === "" ? "home" : `home: ${tab.home.input.text}`;
  return entry ? breadcrumb(entry, tool(entry.tool)) : (tool(tab.tool)?.title ?? tab.screen);
}

/** `left` before a switch, `came` after. */
export function createWorkbench(context: SessionContext, left: () => void, came: () => void): Workbench {
  function switchTo(tabs: readonly WorkbenchTab[], tabIndex: number) {
    left();
    context.update({ ...tabs[tabIndex], tabs, tabIndex, find: undefined, seeking: undefined, notice: undefined });
    came();
  }

  function show(index: number) {
    const tabs = allTabs(context.state());
    if (index !== context.state().tabIndex && tabs[index]) switchTo(tabs, index);
  }

  return {
    show,
    open() {
      const state = context.state();
      if (state.tabs.length >= MOST) return context.notify("warning", `${MOST} tabs are open: close one first`);
      const { finders, tree, tool, forms } = state;
      const fresh: WorkbenchTab = {
        screen: finders.length > 0 ? "home" : "explore",
        previousScreen: finders.length > 0 ? "home" : "explore",
        focus: "tools",
        zoomed: false,
        tree,
        tool,
        forms,
        trail: EMPTY_TRAIL,
        home: { input: textOfInput(""), list: LIST_START, sections: [] },
        list: LIST_START,
        overlay: undefined,
      };
      switchTo(allTabs(state).toSpliced(state.tabIndex + 1, 0, fresh), state.tabIndex + 1);
    },
    close() {
      const state = context.state();
      if (state.tabs.length < 2) return context.notify("muted", "This is the only tab");
      const rest = state.tabs.toSpliced(state.tabIndex, 1);
      switchTo(rest, Math.min(state.tabIndex, rest.length - 1));
    },
    turn(by) {
      const { tabs, tabIndex } = context.state();
      show((tabIndex + by + tabs.length) % tabs.length);
    },
    menu() {
      const state = context.state();
      const items = allTabs(state).map((tab, index): MenuItem => {
        const key = index < 9 ? { key: String(index + 1) } : {};
        const detail = index === state.tabIndex ? "here" : "";
        return { label: titleOf(tab, state), detail, ...key, does: { type: "tab", index } };
      });
      context.update({ overlay: { kind: "menu", title: "Tabs", items, list: { cursor: state.tabIndex, top: 0 } } });
    },
  };
}
