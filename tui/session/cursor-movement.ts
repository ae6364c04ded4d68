/** Moving in whatever list has the keys. */

import { formLines } from "../components/form/form-lines.ts";
import { emptyForm } from "../components/form/form-state.ts";
import { type ListMove, moveList, scrollBy } from "../components/list/list-state.ts";
import { editRaw } from "../components/raw-editor/raw-editor-state.ts";
import { toggled, treeNodes } from "../components/tool-tree/tool-tree-state.ts";
import { formHeight, homeHeight, resultHeight, screenHeight, treeHeight } from "../layout/geometry.ts";
import { homeItems, withoutSeen } from "../layout/home-items.ts";
import { MENU_LINES, offered } from "../layout/menu-items.ts";
import { screenLines } from "../layout/screen-lines.ts";
import { linesRead, movedReading, nextName } from "../state/source-reader.ts";
import { currentVisit, folded, placeOf } from "../state/trail.ts";
import { layerOf } from "./key-layers.ts";
import { movedPicture } from "./picture-movement.ts";
import type { Paging } from "./row-paging.ts";
import type { Core } from "./session-context.ts";
import type { Performer } from "./tool-commands.ts";

export interface Moves {
  move(move: ListMove): void;
  sideways(by: 1 | -1): void;
  fold(): void;
  /** Moves the tree's cursor; the tool under it stands in the form. */
  showNode(list: { cursor: number; top: number }): void;
  openNode(): void;
}

/** How far ← and → scroll. */
const SHIFT = 8;

export function createMoves(core: Core, performer: Performer, paging: Paging, edited: () => void): Moves {
  function move(move: ListMove) {
    const state = core.state();
    const { overlay } = state;
    switch (layerOf(core)) {
      case "home": {
        const items = homeItems(state, core.keys, homeHeight(state), core.shorten);
        const list = moveList(state.home.list, move, items.length, homeHeight(state));
        return core.update({ home: { ...withoutSeen(state.home), list } });
      }
      case "palette":
      case "menu": {
        if (overlay?.kind !== "palette" && overlay?.kind !== "menu") return;
        const count = overlay.kind === "menu" ? overlay.items.length : offered(state, overlay, core.keys).length;
        return core.update({ overlay: { ...overlay, list: moveList(overlay.list, move, count, MENU_LINES) } });
      }
      case "reader": {
        if (overlay?.kind !== "reader") return;
        const next = movedReading(overlay, move, linesRead(state).length, screenHeight(state));
        return core.update({ overlay: { ...overlay, ...next } });
      }
      case "raw":
        return rawMove(move);
      case "screen": {
        const count = screenLines(state, core.keys).length;
        return core.update({ list: scrollBy(state.list, move, count, screenHeight(state)) });
      }
      case "tools":
      case "filter": {
        const { tree, catalogue } = state;
        return showNode(moveList(tree.list, move, treeNodes(catalogue, tree).length, treeHeight(state)));
      }
      case "field":
      case "form":
        // A page is one of the answer, which stands beside.
        if ("pages" in move && currentVisit(state.trail)) return moveResult(move);
        return performer.form({ type: "move", move, height: formHeight(state) });
      case "result":
        return moveResult(move);
    }
  }

  function rawMove(move: ListMove) {
    const { overlay } = core.state();
    if (overlay?.kind !== "raw" || !("by" in move || "pages" in move)) return;
    const height = screenHeight(core.state());
    const steps = "by" in move ? move.by : move.pages * Math.max(1, height - 1);
    let next = { lines: overlay.lines, row: overlay.row, column: overlay.column };
    for (let step = 0; step < Math.abs(steps); step++) next = editRaw(next, steps < 0 ? "up" : "down");
    performer.changeRaw(next);
  }

  function showNode(list: { cursor: number; top: number }) {
    const { catalogue, tree } = core.state();
    const node = treeNodes(catalogue, tree)[list.cursor];
    core.update({ tree: { ...tree, list }, tool: node?.kind === "tool" ? node.tool.name : undefined });
  }

  function moveResult(move: ListMove) {
    const drawn = core.drawn();
    if (!drawn) return;
    paging.stop();
    if ("by" in move && movedPicture(core, performer, move.by < 0 ? "up" : "down")) return;
    const height = resultHeight(core.state(), drawn);
    performer.changeVisit((place) => ({ ...place, list: moveList(place.list, move, drawn.count, height) }));
    if ("end" in move) paging.toEnd(move.end);
    else paging.look();
  }

  function sideways(by: 1 | -1) {
    const state = core.state();
    switch (layerOf(core)) {
      case "reader": {
        const { overlay } = state;
        if (overlay?.kind !== "reader") return;
        const next = nextName(overlay, by, linesRead(state), screenHeight(state));
        return core.update({ overlay: { ...overlay, ...next } });
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
    const { tree, catalogue } = core.state();
    const nodes = treeNodes(catalogue, tree);
    const node = nodes[tree.list.cursor];
    if (node?.kind === "plugin" && node.open === by < 0) core.update({ tree: toggled(tree, node.plugin.name) });
    if (node?.kind !== "tool") return;
    if (by > 0) return openNode();
    const to = nodes.findIndex((each) => each.kind === "plugin" && each.plugin.name === node.tool.plugin);
    showNode(moveList(tree.list, { to }, nodes.length, treeHeight(core.state())));
  }

  function formSideways(by: 1 | -1) {
    const info = core.tool(core.state().tool);
    if (!info) return by < 0 ? core.update({ focus: "tools" }) : undefined;
    const shape = core.shape(info);
    const form = core.state().forms[info.name] ?? emptyForm(shape);
    const line = formLines(shape, form.draft, form.more)[form.list.cursor];
    if (line?.kind !== "field" || (line.field.kind !== "toggle" && line.field.kind !== "choice")) return;
    performer.form({ type: "cycle", by });
    edited();
  }

  /** Opens the tool under the cursor; a plugin folds. */
  function openNode() {
    const { tree, catalogue } = core.state();
    const node = treeNodes(catalogue, tree)[tree.list.cursor];
    if (node?.kind === "plugin") core.update({ tree: toggled(tree, node.plugin.name) });
    if (node?.kind === "tool") core.update({ focus: "form", tree: { ...tree, filtering: false } });
  }

  function fold() {
    const { tree, catalogue, focus } = core.state();
    if (focus === "result") return void foldUnderCursor();
    if (treeNodes(catalogue, tree)[tree.list.cursor]?.kind === "plugin") openNode();
  }

  function foldOrShift(by: 1 | -1) {
    const visit = currentVisit(core.state().trail);
    const drawn = core.drawn();
    if (!visit || !drawn || movedPicture(core, performer, by < 0 ? "left" : "right")) return;
    const place = placeOf(visit);
    const key = drawn.fold?.(place.list.cursor);
    if (key !== undefined && place.shift === 0 && by < 0 !== place.arrangement.folded.has(key))
      return foldUnderCursor();
    performer.changeVisit((each) => ({ ...each, shift: Math.max(0, each.shift + by * SHIFT) }));
  }

  function foldUnderCursor() {
    const visit = currentVisit(core.state().trail);
    const key = visit && core.drawn()?.fold?.(placeOf(visit).list.cursor);
    if (key === undefined) return;
    performer.changeVisit((each) => folded(each, key));
    const now = core.drawn();
    // Folded away under the cursor: the cursor goes to the heading.
    const at = now
      ? Array.from({ length: now.count }, (_, index) => index).find((index) => now.fold?.(index) === key)
      : undefined;
    if (!now || at === undefined) return;
    const height = resultHeight(core.state(), now);
    performer.changeVisit((each) => ({ ...each, list: moveList(each.list, { to: at }, now.count, height) }));
  }

  return { move, sideways, fold, showNode, openNode };
}
