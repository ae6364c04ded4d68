/** Moves the cursor in the list that has the focus. */

import { formLines } from "../components/form/form-lines.ts";
import { emptyForm } from "../components/form/form-state.ts";
import { type ListMove, moveList, scrollBy } from "../components/list/list-state.ts";
import { editRaw } from "../components/raw-editor/raw-editor-state.ts";
import { toggled, treeNodes } from "../components/tool-tree/tool-tree-state.ts";
import { formHeight, homeHeight, resultHeight, screenHeight, treeHeight } from "../layout/geometry.ts";
import { MENU_LINES, paletteItems } from "../layout/menu-items.ts";
import { screenLines } from "../layout/screen-lines.ts";
import { layerOf } from "../state/key-layers.ts";
import { movedReader, nextName, readerLines } from "../state/source-reader.ts";
import { currentEntry, currentTabState, folded } from "../state/trail.ts";
import { moveInPicture } from "./picture-movement.ts";
import type { RowPaging } from "./row-paging.ts";
import { changeTabState, type SessionContext } from "./session-context.ts";
import type { ToolCommands } from "./tool-commands.ts";

export interface CursorMovement {
  move(move: ListMove): void;
  sideways(by: 1 | -1): void;
  fold(): void;
  /** Makes the form follow the cursor of the tree. */
  showNode(list: { cursor: number; top: number }): void;
  openNode(): void;
}

/** The number of columns to move for ← or →. */
const SHIFT = 8;

export function createCursorMovement(
  context: SessionContext,
  tools: ToolCommands,
  paging: RowPaging,
  edited: () => void,
): CursorMovement {
  function move(move: ListMove) {
    const state = context.state();
    const { overlay } = state;
    switch (layerOf(context.state(), context.shape)) {
      case "home": {
        const list = moveList(state.home.list, move, state.homeItems.length, homeHeight(state));
        return context.update({ home: { ...state.home, list } });
      }
      case "palette":
      case "menu": {
        if (overlay?.kind !== "palette" && overlay?.kind !== "menu") return;
        const count =
          overlay.kind === "menu" ? overlay.items.length : paletteItems(state, overlay, context.keys).length;
        return context.update({ overlay: { ...overlay, list: moveList(overlay.list, move, count, MENU_LINES) } });
      }
      case "reader": {
        if (overlay?.kind !== "reader") return;
        const next = movedReader(overlay, move, readerLines(overlay, state.preview).length, screenHeight(state));
        return context.update({ overlay: { ...overlay, ...next } });
      }
      case "raw":
        return rawMove(move);
      case "screen": {
        const count = screenLines(state, context.keys).length;
        return context.update({ list: scrollBy(state.list, move, count, screenHeight(state)) });
      }
      case "tools":
      case "filter": {
        const { tree, catalog } = state;
        return showNode(moveList(tree.list, move, treeNodes(catalog, tree).length, treeHeight(state)));
      }
      case "field":
      case "form":
        // In this case, we page the answer next to it.
        if ("pages" in move && currentEntry(state.trail)) return moveResult(move);
        return tools.form({ type: "move", move, height: formHeight(state) });
      case "result":
        return moveResult(move);
    }
  }

  function rawMove(move: ListMove) {
    const { overlay } = context.state();
    if (overlay?.kind !== "raw" || !("by" in move || "pages" in move)) return;
    const height = screenHeight(context.state());
    const steps = "by" in move ? move.by : move.pages * Math.max(1, height - 1);
    let next = { lines: overlay.lines, row: overlay.row, column: overlay.column };
    for (let step = 0; step < Math.abs(steps); step++) next = editRaw(next, steps < 0 ? "up" : "down");
    tools.changeRaw(next);
  }

  function showNode(list: { cursor: number; top: number }) {
    const { catalog, tree } = context.state();
    const node = treeNodes(catalog, tree)[list.cursor];
    context.update({ tree: { ...tree, list }, tool: node?.kind === "tool" ? node.tool.name : undefined });
  }

  function moveResult(move: ListMove) {
    const rendered = context.rendered();
    if (!rendered) return;
    paging.stop();
    if ("by" in move && moveInPicture(context, move.by < 0 ? "up" : "down")) return;
    const height = resultHeight(context.state(), rendered);
    changeTabState(context, (tabState) => ({
      ...tabState,
      list: moveList(tabState.list, move, rendered.count, height),
    }));
    if ("end" in move) paging.toEnd(move.end);
    else paging.loadNearCursor();
  }

  function sideways(by: 1 | -1) {
    const state = context.state();
    switch (layerOf(context.state(), context.shape)) {
      case "reader": {
        const { overlay } = state;
        if (overlay?.kind !== "reader") return;
        const next = nextName(overlay, by, readerLines(overlay, state.preview), screenHeight(state));
        return context.update({ overlay: { ...overlay, ...next } });
      }
      case "tools":
      case "filter":
        return treeSideways(by);
      case "form":
        return formSideways(by);
      case "result":
        return foldOrShift(by);
      default:
    }
  }

  function treeSideways(by: 1 | -1) {
    const { tree, catalog } = context.state();
    const nodes = treeNodes(catalog, tree);
    const node = nodes[tree.list.cursor];
    if (node?.kind === "plugin" && node.open === by < 0) context.update({ tree: toggled(tree, node.plugin.name) });
    if (node?.kind !== "tool") return;
    if (by > 0) return openNode();
    const to = nodes.findIndex((each) => each.kind === "plugin" && each.plugin.name === node.tool.plugin);
    showNode(moveList(tree.list, { to }, nodes.length, treeHeight(context.state())));
  }

  function formSideways(by: 1 | -1) {
    const info = context.tool(context.state().tool);
    if (!info) return by < 0 ? context.update({ focus: "tools" }) : undefined;
    const shape = context.shape(info);
    const form = context.state().forms[info.name] ?? emptyForm(shape);
    const line = formLines(shape, form.draft, form.more)[form.list.cursor];
    if (line?.kind !== "field" || (line.field.kind !== "toggle" && line.field.kind !== "choice")) return;
    tools.form({ type: "cycle", by });
    edited();
  }

  /** Opens a tool, or folds a plugin. */
  function openNode() {
    const { tree, catalog } = context.state();
    const node = treeNodes(catalog, tree)[tree.list.cursor];
    if (node?.kind === "plugin") context.update({ tree: toggled(tree, node.plugin.name) });
    if (node?.kind === "tool") context.update({ focus: "form", tree: { ...tree, filtering: false } });
  }

  function fold() {
    const { tree, catalog, focus } = context.state();
    if (focus === "result") return void foldUnderCursor();
    if (treeNodes(catalog, tree)[tree.list.cursor]?.kind === "plugin") openNode();
  }

  function foldOrShift(by: 1 | -1) {
    const entry = currentEntry(context.state().trail);
    const rendered = context.rendered();
    if (!entry || !rendered || moveInPicture(context, by < 0 ? "left" : "right")) return;
    const tabState = currentTabState(entry);
    const key = rendered.fold?.(tabState.list.cursor);
    if (key !== undefined && tabState.shift === 0 && by < 0 !== tabState.arrangement.folded.has(key))
      return foldUnderCursor();
    changeTabState(context, (each) => ({ ...each, shift: Math.max(0, each.shift + by * SHIFT) }));
  }

  function foldUnderCursor() {
    const entry = currentEntry(context.state().trail);
    const key = entry && context.rendered()?.fold?.(currentTabState(entry).list.cursor);
    if (key === undefined) return;
    changeTabState(context, (each) => folded(each, key));
    const now = context.rendered();
    // If the line of the cursor was folded away, we go to its heading.
    const at = now
      ? Array.from({ length: now.count }, (_, index) => index).find((index) => now.fold?.(index) === key)
      : undefined;
    if (!now || at === undefined) return;
    const height = resultHeight(context.state(), now);
    changeTabState(context, (each) => ({ ...each, list: moveList(each.list, { to: at }, now.count, height) }));
  }

  return { move, sideways, fold, showNode, openNode };
}
