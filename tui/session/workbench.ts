/** Implements the tabs of the workbench. Each one has its own query, form, answers and trail, which are kept while it is hidden. */
import { allTabs, type MenuItem, type WorkbenchTab } from "../state/explorer-state.ts";
import { newTab, tabTitle } from "../state/tabs.ts";
import type { SessionContext } from "./session-context.ts";

export interface Workbench {
  open(): void;
  close(): void;
  turn(by: 1 | -1): void;
  menu(): void;
  show(index: number): void;
  /** Restores the tab of the last session. */
  resume(): void;
}

const MOST = 20;

/** Creates the workbench. `left` is called before a switch, and `came` after it. */
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
    resume() {
      left();
      context.update({ ...context.state().home.resume, notice: undefined });
      came();
    },
    open() {
      const state = context.state();
      if (state.tabs.length >= MOST) return context.notify("warning", `${MOST} tabs are open: close one first`);
      switchTo(allTabs(state).toSpliced(state.tabIndex + 1, 0, newTab(state)), state.tabIndex + 1);
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
        return { label: tabTitle(tab, state), detail, ...key, does: { type: "tab", index } };
      });
      context.update({ overlay: { kind: "menu", title: "Tabs", items, list: { cursor: state.tabIndex, top: 0 } } });
    },
  };
}
