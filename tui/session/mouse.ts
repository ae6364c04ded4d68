/** What the mouse does: choose a pane, a tool, a field, a row, a tab, a menu item; scroll what is under it. */
import { emptyForm } from "../components/form/form-state.ts";
import { formWindow } from "../components/form/form-view.ts";
import { moveList, scrollBy, scrollList } from "../components/list/list-state.ts";
import { inner } from "../components/rect.ts";
import { treeNodes } from "../components/tool-tree/tool-tree-state.ts";
import type { Deeds } from "../keymap/action.ts";
import { formParts } from "../layout/form-parts.ts";
import { homeHeight, homeParts, paneInside, resultHeight, screenHeight, treeHeight } from "../layout/geometry.ts";
import { homeItems, withoutSeen } from "../layout/home-items.ts";
import { drawOverlay } from "../layout/overlays.ts";
import { screenLines } from "../layout/screen-lines.ts";
import { layoutOf, PANES, type Pane } from "../state/panes.ts";
import { tabAt } from "../state/result-tabs.ts";
import { linesRead } from "../state/source-reader.ts";
import { currentVisit, placeOf } from "../state/trail.ts";
import type { MouseEvent } from "../terminal/mouse-reports.ts";
import type { Moves } from "./cursor-movement.ts";
import { pointedPicture } from "./picture-movement.ts";
import type { Core } from "./session-context.ts";
import type { Performer } from "./tool-commands.ts";

/** Lines a notch of the wheel scrolls. */
const NOTCH = 3;

export function createPointer(
  core: Core,
  performer: Performer,
  moves: Moves,
  deeds: Deeds,
  edited: () => void,
): (event: MouseEvent) => void {
  return (event) => {
    const state = core.state();
    const by = event.kind === "wheel-up" ? -NOTCH : event.kind === "wheel-down" ? NOTCH : 0;
    if (state.overlay && state.overlay.kind !== "reader") return by === 0 ? onOverlay(event.x, event.y) : undefined;
    if (state.overlay) {
      if (by === 0) return;
      const list = scrollList(state.overlay.list, by, linesRead(state).length, screenHeight(state));
      return core.update({ overlay: { ...state.overlay, list } });
    }
    if (state.screen === "home") return onHome(event.x, event.y, by);
    if (state.screen !== "explore") {
      const count = screenLines(state, core.keys).length;
      if (by !== 0) core.update({ list: scrollBy(state.list, { by }, count, screenHeight(state)) });
      return;
    }
    const pane = paneAt(event.x, event.y);
    if (!pane) return;
    const inside = paneInside(state, pane);
    const row = event.y - inside.y;
    if (by === 0 && state.focus !== pane) core.update({ focus: pane });
    if (pane === "tools") return onTools(row, by);
    if (pane === "form") return by === 0 ? onForm(row) : undefined;
    onResult(event.x - inside.x, row, by);
  };

  /** Chooses an item; beside the box, closes it. */
  function onOverlay(x: number, y: number) {
    const drawn = drawOverlay(core.state(), core.keys);
    if (!drawn) return;
    const { rect } = drawn;
    const inside = x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
    const item = inside ? drawn.itemAt(y - rect.y - 1) : undefined;
    if (item || !inside) core.update({ overlay: undefined });
    if (item) core.choose(item.does);
  }

  function paneAt(x: number, y: number): Pane | undefined {
    const { panes } = layoutOf(core.state());
    return PANES.find((pane) => {
      const rect = panes[pane];
      return rect && x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
    });
  }

  /** Chooses a row; again, goes there. */
  function onHome(x: number, y: number, by: number) {
    const state = core.state();
    const home = withoutSeen(state.home);
    const height = homeHeight(state);
    const count = homeItems(state, core.keys, height, core.shorten).length;
    if (by !== 0) return core.update({ home: { ...home, list: scrollList(home.list, by, count, height) } });
    const found = inner(homeParts(state).found);
    const at = home.list.top + y - found.y;
    if (x < found.x || x >= found.x + found.width || y < found.y || y >= found.y + found.height || at >= count) return;
    if (at === home.list.cursor) return deeds.take();
    core.update({ home: { ...home, list: moveList(home.list, { to: at }, count, height) } });
  }

  function onTools(row: number, by: number) {
    const { catalogue, tree } = core.state();
    const nodes = treeNodes(catalogue, tree);
    if (by !== 0) return moves.showNode(scrollList(tree.list, by, nodes.length, treeHeight(core.state())));
    const head = tree.filtering || tree.filter !== "" ? 1 : 0;
    const at = tree.list.top + row - head;
    if (row < head || !nodes[at]) return;
    const again = at === tree.list.cursor;
    moves.showNode({ ...tree.list, cursor: at });
    if (again || nodes[at].kind === "plugin") moves.openNode();
  }

  function onForm(row: number) {
    const state = core.state();
    const info = core.tool(state.tool);
    if (!info) return;
    const shape = core.shape(info);
    const form = state.forms[info.name] ?? emptyForm(shape);
    const parts = formParts(info, shape, form, { ...paneInside(state, "form"), focused: true });
    const { top } = formWindow(parts.rows, parts.state.list.cursor, parts.body);
    const target = parts.rows[top + row - parts.head.length];
    if (!target || row < parts.head.length || row >= parts.head.length + parts.body) return;
    const by = target.at - parts.state.list.cursor;
    performer.form({ type: "move", move: { by }, height: parts.body });
    const line = parts.lines[target.at];
    if (line?.kind === "field" && (line.field.kind === "toggle" || line.field.kind === "choice")) {
      performer.form({ type: "cycle", by: 1 });
      edited();
    } else if (line?.kind !== "field") deeds.activate();
  }

  function onResult(column: number, row: number, by: number) {
    const visit = currentVisit(core.state().trail);
    const drawn = core.drawn();
    if (!visit || !drawn) return;
    const height = resultHeight(core.state(), drawn);
    if (by !== 0) {
      return performer.changeVisit((place) => ({ ...place, list: scrollList(place.list, by, drawn.count, height) }));
    }
    if (row === 0) {
      const tab = tabAt(column);
      return tab && performer.showTab(tab);
    }
    if (pointedPicture(core, performer, column, row - 1)) return;
    const at = placeOf(visit).list.top + row - 1 - drawn.head.length;
    if (row - 1 < drawn.head.length || row - 1 - drawn.head.length >= height || at >= drawn.count) return;
    performer.changeVisit((place) => ({ ...place, list: moveList(place.list, { to: at }, drawn.count, height) }));
  }
}
