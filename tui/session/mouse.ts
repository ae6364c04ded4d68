/** Handles the mouse. A click selects, and the wheel scrolls the list under the pointer. */
import { emptyForm } from "../components/form/form-state.ts";
import { formWindow } from "../components/form/form-view.ts";
import { moveList, scrollBy, scrollList } from "../components/list/list-state.ts";
import { inner } from "../components/rect.ts";
import { treeNodes } from "../components/tool-tree/tool-tree-state.ts";
import { formParts } from "../layout/form-parts.ts";
import { homeHeight, homeParts, paneInside, resultHeight, screenHeight, treeHeight } from "../layout/geometry.ts";
import { drawOverlay } from "../layout/overlays.ts";
import { tabAt } from "../layout/result-tabs.ts";
import { screenLines } from "../layout/screen-lines.ts";
import { layoutOf, PANES, type Pane } from "../state/panes.ts";
import { readerLines } from "../state/source-reader.ts";
import { currentEntry, currentTabState } from "../state/trail.ts";
import type { MouseEvent } from "../terminal/mouse-reports.ts";
import type { Commands } from "./commands.ts";
import type { CursorMovement } from "./cursor-movement.ts";
import { clickInPicture } from "./picture-movement.ts";
import { changeTabState, type SessionContext } from "./session-context.ts";
import type { ToolCommands } from "./tool-commands.ts";

/** The number of lines to scroll for each notch of the wheel. */
const NOTCH = 3;

export function createMouse(
  context: SessionContext,
  tools: ToolCommands,
  cursorMovement: CursorMovement,
  commands: Commands,
  edited: () => void,
): (event: MouseEvent) => void {
  return (event) => {
    const state = context.state();
    const by = event.kind === "wheel-up" ? -NOTCH : event.kind === "wheel-down" ? NOTCH : 0;
    if (state.overlay && state.overlay.kind !== "reader") return by === 0 ? onOverlay(event.x, event.y) : undefined;
    if (state.overlay) {
      if (by === 0) return;
      const list = scrollList(
        state.overlay.list,
        by,
        readerLines(state.overlay, state.preview).length,
        screenHeight(state),
      );
      return context.update({ overlay: { ...state.overlay, list } });
    }
    if (state.screen === "home") return onHome(event.x, event.y, by);
    if (state.screen !== "explore") {
      const count = screenLines(state, context.keys).length;
      if (by !== 0) context.update({ list: scrollBy(state.list, { by }, count, screenHeight(state)) });
      return;
    }
    const pane = paneAt(event.x, event.y);
    if (!pane) return;
    const inside = paneInside(state, pane);
    const row = event.y - inside.y;
    if (by === 0 && state.focus !== pane) context.update({ focus: pane });
    if (pane === "tools") return onTools(row, by);
    if (pane === "form") return by === 0 ? onForm(row) : undefined;
    onResult(event.x - inside.x, row, by);
  };

  /** Handles a click on an overlay. A click outside of it closes the overlay. */
  function onOverlay(x: number, y: number) {
    const rendered = drawOverlay(context.state(), context.keys);
    if (!rendered) return;
    const { rect } = rendered;
    const inside = x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
    const item = inside ? rendered.itemAt(y - rect.y - 1) : undefined;
    if (item || !inside) context.update({ overlay: undefined });
    if (item) context.choose(item.does);
  }

  function paneAt(x: number, y: number): Pane | undefined {
    const { panes } = layoutOf(context.state());
    return PANES.find((pane) => {
      const rect = panes[pane];
      return rect && x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
    });
  }

  /** Handles a click on the home screen. The first click selects, and the second one opens. */
  function onHome(x: number, y: number, by: number) {
    const state = context.state();
    const { home, homeItems } = state;
    const height = homeHeight(state);
    const count = homeItems.length;
    if (by !== 0) return context.update({ home: { ...home, list: scrollList(home.list, by, count, height) } });
    const found = inner(homeParts(state).found);
    const at = home.list.top + y - found.y;
    if (x < found.x || x >= found.x + found.width || y < found.y || y >= found.y + found.height || at >= count) return;
    if (at === home.list.cursor) return commands.take();
    context.update({ home: { ...home, list: moveList(home.list, { to: at }, count, height) } });
  }

  function onTools(row: number, by: number) {
    const { catalog, tree } = context.state();
    const nodes = treeNodes(catalog, tree);
    if (by !== 0) return cursorMovement.showNode(scrollList(tree.list, by, nodes.length, treeHeight(context.state())));
    const head = tree.filtering || tree.filter !== "" ? 1 : 0;
    const at = tree.list.top + row - head;
    if (row < head || !nodes[at]) return;
    const again = at === tree.list.cursor;
    cursorMovement.showNode({ ...tree.list, cursor: at });
    if (again || nodes[at].kind === "plugin") cursorMovement.openNode();
  }

  function onForm(row: number) {
    const state = context.state();
    const info = context.tool(state.tool);
    if (!info) return;
    const shape = context.shape(info);
    const form = state.forms[info.name] ?? emptyForm(shape);
    const parts = formParts(info, shape, form, { ...paneInside(state, "form"), focused: true });
    const { top } = formWindow(parts.rows, parts.state.list.cursor, parts.body);
    const target = parts.rows[top + row - parts.head.length];
    if (!target || row < parts.head.length || row >= parts.head.length + parts.body) return;
    const by = target.at - parts.state.list.cursor;
    tools.form({ type: "move", move: { by }, height: parts.body });
    const line = parts.lines[target.at];
    if (line?.kind === "field" && (line.field.kind === "toggle" || line.field.kind === "choice")) {
      tools.form({ type: "cycle", by: 1 });
      edited();
    } else if (line?.kind !== "field") commands.activate();
  }

  function onResult(column: number, row: number, by: number) {
    const entry = currentEntry(context.state().trail);
    const rendered = context.rendered();
    if (!entry || !rendered) return;
    const height = resultHeight(context.state(), rendered);
    if (by !== 0) {
      return changeTabState(context, (tabState) => ({
        ...tabState,
        list: scrollList(tabState.list, by, rendered.count, height),
      }));
    }
    if (row === 0) {
      const tab = tabAt(column);
      return tab && tools.showTab(tab);
    }
    if (clickInPicture(context, column, row - 1)) return;
    const at = currentTabState(entry).list.top + row - 1 - rendered.head.length;
    if (row - 1 < rendered.head.length || row - 1 - rendered.head.length >= height || at >= rendered.count) return;
    changeTabState(context, (tabState) => ({
      ...tabState,
      list: moveList(tabState.list, { to: at }, rendered.count, height),
    }));
  }
}
