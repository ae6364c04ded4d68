/** Sends a key to where it belongs: overlay, text under the cursor, command, or the list in sight. */
import { formLines, isTyped } from "../components/form/form-lines.ts";
import { emptyForm } from "../components/form/form-state.ts";
import { LIST_START, type ListMove, moveList, scrollBy } from "../components/list/list-state.ts";
import { editKey, insert, textOfInput } from "../components/text-input/text-input-state.ts";
import { toggled, treeNodes } from "../components/tool-tree/tool-tree-state.ts";
import { commandFor, type Where } from "./commands.ts";
import type { Core } from "./core.ts";
import { formHeight, resultHeight, screenHeight, treeHeight } from "./geometry.ts";
import type { KeyPress } from "./keys.ts";
import { overlayKey } from "./overlay-keys.ts";
import type { Paging } from "./paging.ts";
import type { Performer } from "./perform.ts";
import { movedPicture } from "./picture-moves.ts";
import { screenLines } from "./screen-lines.ts";
import { currentVisit, folded, placeOf } from "./visit.ts";

/** How far ← and → scroll. */
const SHIFT = 8;

const MOVES: Readonly<Record<string, ListMove>> = {
  up: { by: -1 },
  down: { by: 1 },
  pageup: { pages: -1 },
  pagedown: { pages: 1 },
  home: { end: "first" },
  end: { end: "last" },
};
/** In panes where nothing is typed. */
const LETTER_MOVES: Readonly<Record<string, ListMove>> = {
  ...MOVES,
  k: { by: -1 },
  j: { by: 1 },
  g: { end: "first" },
  G: { end: "last" },
};

export function createDispatch(
  core: Core,
  performer: Performer,
  paging: Paging,
  { interrupt, edited }: { interrupt(): void; edited(): void },
) {
  const { perform } = performer;

  function press(key: KeyPress) {
    const { overlay, screen, focus } = core.state();
    if (key.name === "ctrl+c") return interrupt();
    if (core.state().find?.typing) return performer.finder.key(key);
    if (overlay) return overlayKey(core, performer, key);
    if (core.state().notice) core.update({ notice: undefined });
    if (screen !== "explore") return screenKey(key);
    if (focus === "tools") return toolsKey(key);
    return focus === "form" ? formKey(key) : resultKey(key);
  }

  function command(key: KeyPress, where: Where): boolean {
    const found = commandFor(key.name, where, core.keys, core.state());
    if (found && found.id !== "enter") perform(found.id);
    return found !== undefined && found.id !== "enter";
  }

  function screenKey(key: KeyPress) {
    const move = LETTER_MOVES[key.name];
    const { list } = core.state();
    if (!move) return command(key, "screen");
    const height = screenHeight(core.state());
    core.update({ list: scrollBy(list, move, screenLines(core.state(), core.keys).length, height) });
  }

  function toolsKey(key: KeyPress) {
    const { tree, catalogue } = core.state();
    const nodes = treeNodes(catalogue, tree);
    const node = nodes[tree.list.cursor];
    const to = (move: ListMove) => showNode(moveList(tree.list, move, nodes.length, treeHeight(core.state())));
    const move = (tree.filtering ? MOVES : LETTER_MOVES)[key.name];
    if (move && !(tree.filtering && (key.name === "home" || key.name === "end"))) return to(move);
    if (tree.filtering && filterKey(key)) return;
    if (key.name === "escape" && !core.state().zoomed && tree.filter !== "") {
      core.update({ tree: { ...tree, filter: "", filtering: false, list: LIST_START } });
      return showNode(LIST_START);
    }
    if (key.name === "escape" && commandFor("escape", "tools", core.keys, core.state()) === undefined) {
      return core.update({ zoomed: false });
    }
    if (
      node?.kind === "plugin" &&
      (key.name === "enter" || key.name === "space" || key.name === "left" || key.name === "right")
    ) {
      if ((key.name === "left" && !node.open) || (key.name === "right" && node.open)) return;
      return core.update({ tree: toggled(tree, node.plugin.name) });
    }
    if (node?.kind === "tool" && key.name === "left") {
      return to({ to: nodes.findIndex((each) => each.kind === "plugin" && each.plugin.name === node.tool.plugin) });
    }
    if (node?.kind === "tool" && (key.name === "enter" || key.name === "right")) {
      return core.update({ focus: "form", tree: { ...tree, filtering: false } });
    }
    command(key, "tools");
  }

  function filterKey(key: KeyPress): boolean {
    const { tree } = core.state();
    const filtered = (filter: string) => {
      const next = { ...tree, filter };
      // The first tool that fits, not the name of its plugin.
      const first = treeNodes(core.state().catalogue, next).findIndex((each) => each.kind === "tool");
      core.update({ tree: next });
      showNode({ cursor: filter === "" ? 0 : Math.max(0, first), top: 0 });
    };
    if (key.name === "escape") {
      core.update({ tree: { ...tree, filtering: false } });
      if (tree.filter !== "") {
        core.update({ tree: { ...tree, filter: "", filtering: false } });
        showNode(LIST_START);
      }
      return true;
    }
    if (key.text !== undefined) {
      filtered(insert(textOfInput(tree.filter), key.text).text);
      return true;
    }
    const edit = key.name === "left" || key.name === "right" ? undefined : editKey(key.name);
    if (!edit) return false;
    filtered(edit(textOfInput(tree.filter)).text);
    return true;
  }

  /** Moves the tree's cursor; the tool under it stands in the form. */
  function showNode(list: { cursor: number; top: number }) {
    const { catalogue, tree } = core.state();
    const node = treeNodes(catalogue, tree)[list.cursor];
    core.update({ tree: { ...tree, list }, tool: node?.kind === "tool" ? node.tool.name : undefined });
  }

  function formKey(key: KeyPress) {
    const info = core.tool(core.state().tool);
    const move = MOVES[key.name];
    if (!info) {
      if (key.name === "escape" || key.name === "left") return core.update({ focus: "tools" });
      return void command(key, "form");
    }
    const shape = core.shape(info);
    const state = core.state().forms[info.name] ?? emptyForm(shape);
    const lines = formLines(shape, state.draft, state.more);
    const line = lines[state.list.cursor];
    const typed = isTyped(line);
    if (move && (key.name === "pageup" || key.name === "pagedown") && currentVisit(core.state().trail))
      return moveResult(move);
    if (move && !(typed && (key.name === "home" || key.name === "end"))) {
      return performer.form({ type: "move", move, height: formHeight(core.state()) });
    }
    const step = key.name === "tab" ? 1 : key.name === "shift+tab" ? -1 : 0;
    // From field to field, as everywhere; past the last one to the next pane.
    if (step !== 0 && lines[state.list.cursor + step]) {
      return performer.form({ type: "move", move: { by: step }, height: formHeight(core.state()) });
    }
    if (typed && key.text !== undefined) {
      performer.form({ type: "type", text: key.text });
      return edited();
    }
    if (key.name === "ctrl+d" || (key.name === "delete" && !typed)) {
      performer.form({ type: "remove" });
      return edited();
    }
    if (typed && key.name !== "alt+left" && editKey(key.name)) {
      performer.form({ type: "edit", key: key.name });
      return edited();
    }
    if (key.name === "alt+enter" && typed) return performer.form({ type: "type", text: "\n" });
    if (line?.kind === "field" && (line.field.kind === "toggle" || line.field.kind === "choice")) {
      const by = key.name === "left" ? -1 : key.name === "right" || key.name === "space" ? 1 : undefined;
      if (by) {
        performer.form({ type: "cycle", by });
        return edited();
      }
    }
    if (key.name === "enter" || key.name === "space") return activate();
    if (command(key, "form")) return;
    if (key.name === "escape") core.update(core.state().zoomed ? { zoomed: false } : { focus: "tools" });
  }

  /** Enter in the form: what the line under the cursor is for, else run. */
  function activate() {
    const info = core.tool(core.state().tool);
    if (!info) return;
    const shape = core.shape(info);
    const state = core.state().forms[info.name] ?? emptyForm(shape);
    const line = formLines(shape, state.draft, state.more)[state.list.cursor];
    if (line?.kind === "more") return performer.form({ type: "more" });
    if (line?.kind === "presets") return perform("preset");
    if (line?.kind === "add" || (line?.kind === "field" && line.field.kind === "list"))
      return performer.form({ type: "add" });
    performer.submit();
  }

  function resultKey(key: KeyPress) {
    const visit = currentVisit(core.state().trail);
    const move = LETTER_MOVES[key.name];
    paging.stop();
    if (visit && move) return moveResult(move);
    if (command(key, "result")) return;
    if (visit && (key.name === "left" || key.name === "right" || key.name === "space")) return foldOrShift(key.name);
    if (key.name === "escape") {
      const { zoomed, trail } = core.state();
      if (core.state().find) core.update({ find: undefined });
      else if (zoomed) core.update({ zoomed: false });
      else if (trail.at > 0) perform("back");
      // Not to the form: the next letter would change the question.
      else core.update({ focus: "tools" });
    }
  }

  function moveResult(move: ListMove) {
    const drawn = core.drawn();
    if (!drawn) return;
    if ("by" in move && movedPicture(core, performer, move.by < 0 ? "up" : "down")) return;
    const height = resultHeight(core.state(), drawn);
    performer.changeVisit((place) => ({ ...place, list: moveList(place.list, move, drawn.count, height) }));
    if ("end" in move && move.end === "last") paging.toEnd();
    else paging.look();
  }

  function foldOrShift(name: "left" | "right" | "space") {
    const visit = currentVisit(core.state().trail);
    const drawn = core.drawn();
    if (!visit || !drawn) return;
    if (name !== "space" && movedPicture(core, performer, name)) return;
    const place = placeOf(visit);
    const key = drawn.fold?.(place.list.cursor);
    if (key !== undefined && place.shift === 0) {
      const closed = place.arrangement.folded.has(key);
      if (name === "space" || (name === "left") !== closed) {
        performer.changeVisit((each) => folded(each, key));
        const now = core.drawn();
        // Folded away under the cursor: the cursor goes to the heading.
        const at = now
          ? Array.from({ length: now.count }, (_, index) => index).find((index) => now.fold?.(index) === key)
          : undefined;
        if (now && at !== undefined) {
          const height = resultHeight(core.state(), now);
          performer.changeVisit((each) => ({ ...each, list: moveList(each.list, { to: at }, now.count, height) }));
        }
        return;
      }
    }
    const by = name === "left" ? -SHIFT : name === "right" ? SHIFT : 0;
    performer.changeVisit((each) => ({ ...each, shift: Math.max(0, each.shift + by) }));
  }

  return { press, activate, showNode };
}
