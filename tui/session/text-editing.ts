/** What is typed, and how a typed line is edited, in whatever layer takes text. */
import { LIST_START } from "../components/list/list-state.ts";
import { editRaw, pasteRaw, type RawEdit } from "../components/raw-editor/raw-editor-state.ts";
import {
  edited,
  insert,
  type TextEdit,
  type TextState,
  textOfInput,
} from "../components/text-input/text-input-state.ts";
import { treeNodes } from "../components/tool-tree/tool-tree-state.ts";
import type { Home } from "./home.ts";
import { layerOf } from "./key-layers.ts";
import { lookForRoots } from "./root-picker.ts";
import type { Core } from "./session-context.ts";
import type { Performer } from "./tool-commands.ts";

export interface TypingParts {
  core: Core;
  performer: Performer;
  home: Home;
  /** The form changed. */
  formChanged(): void;
  showNode(list: { cursor: number; top: number }): void;
}

export interface TypingDeeds {
  type(text: string): void;
  edit(edit: TextEdit): void;
  newLine(): void;
  paste(text: string): void;
  startFilter(): void;
  clearFilter(): void;
}

/** A letter, or a deletion: all of a selected text goes. */
function replaces(edit: RawEdit): boolean {
  return typeof edit === "object" || edit.startsWith("cut-");
}

export function createTyping({ core, performer, home, formChanged, showNode }: TypingParts): TypingDeeds {
  /** `raw` is the same change for the editor of several lines. */
  function change(line: (text: TextState) => TextState, raw: RawEdit) {
    const state = core.state();
    const { overlay, tree } = state;
    switch (layerOf(core)) {
      case "home":
        return home.type(state.home.selected && replaces(raw) ? line(textOfInput("")) : line(state.home.input));
      case "find":
        return performer.finder.type(line);
      case "filter":
        return filtered(line(textOfInput(tree.filter)).text);
      case "field":
        performer.form(
          typeof raw === "object" ? { type: "type", text: raw.text } : { type: "edit", edit: raw as TextEdit },
        );
        return formChanged();
      case "palette":
        if (overlay?.kind !== "palette") return;
        core.update({ overlay: { ...overlay, input: line(overlay.input), list: LIST_START } });
        return lookForRoots(core);
      case "prompt":
        if (overlay?.kind !== "prompt") return;
        return core.update({ overlay: { ...overlay, input: line(overlay.input) } });
      case "raw":
        if (overlay?.kind !== "raw") return;
        return performer.changeRaw(editRaw(overlay, raw));
      default:
    }
  }

  function filtered(filter: string) {
    const next = { ...core.state().tree, filter };
    // The first tool that fits, not the name of its plugin.
    const first = treeNodes(core.state().catalogue, next).findIndex((each) => each.kind === "tool");
    core.update({ tree: next });
    showNode({ cursor: filter === "" ? 0 : Math.max(0, first), top: 0 });
  }

  return {
    type: (text) => change((line) => insert(line, text), { text }),
    edit: (edit) => change((line) => edited(line, edit), edit),
    newLine() {
      if (layerOf(core) === "raw") return change((line) => line, "break");
      performer.form({ type: "type", text: "\n" });
      formChanged();
    },
    paste(text) {
      const { overlay } = core.state();
      if (overlay?.kind === "raw") return performer.changeRaw(pasteRaw(overlay, text));
      const lineOfText = text.replace(/[\r\n]+$/, "");
      change((line) => insert(line, lineOfText), { text: lineOfText });
    },
    startFilter: () => core.update({ focus: "tools", tree: { ...core.state().tree, filtering: true } }),
    clearFilter() {
      const { tree } = core.state();
      core.update({ tree: { ...tree, filtering: false } });
      if (tree.filter === "") return;
      core.update({ tree: { ...tree, filter: "", filtering: false, list: LIST_START } });
      showNode(LIST_START);
    },
  };
}
