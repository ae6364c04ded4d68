/** Implements the editing of text for every layer that accepts text. */
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
import { layerOf } from "../state/key-layers.ts";
import type { HomeSearch } from "./home-search.ts";
import { refreshRootItems } from "./root-picker.ts";
import type { SessionContext } from "./session-context.ts";
import type { ToolCommands } from "./tool-commands.ts";

export interface TextEditingParts {
  context: SessionContext;
  tools: ToolCommands;
  homeSearch: HomeSearch;
  formChanged(): void;
  showNode(list: { cursor: number; top: number }): void;
}

export interface TextEditing {
  type(text: string): void;
  edit(edit: TextEdit): void;
  newLine(): void;
  paste(text: string): void;
  startFilter(): void;
  clearFilter(): void;
}

/** Returns true for edits that would replace a selection. */
function replaces(edit: RawEdit): boolean {
  return typeof edit === "object" || edit.startsWith("cut-");
}

export function createTextEditing({
  context,
  tools,
  homeSearch,
  formChanged,
  showNode,
}: TextEditingParts): TextEditing {
  /** Changes the text. `raw` is the same change for the JSON editor. */
  function change(line: (text: TextState) => TextState, raw: RawEdit) {
    const state = context.state();
    const { overlay, tree } = state;
    switch (layerOf(context.state(), context.shape)) {
      case "home":
        return homeSearch.type(state.home.selected && replaces(raw) ? line(textOfInput("")) : line(state.home.input));
      case "find":
        return tools.findInView.type(line);
      case "filter":
        return filtered(line(textOfInput(tree.filter)).text);
      case "field":
        tools.form(
          typeof raw === "object" ? { type: "type", text: raw.text } : { type: "edit", edit: raw as TextEdit },
        );
        return formChanged();
      case "palette":
        if (overlay?.kind !== "palette") return;
        context.update({ overlay: { ...overlay, input: line(overlay.input), list: LIST_START } });
        return refreshRootItems(context);
      case "prompt":
        if (overlay?.kind !== "prompt") return;
        return context.update({ overlay: { ...overlay, input: line(overlay.input) } });
      case "raw":
        if (overlay?.kind !== "raw") return;
        return tools.changeRaw(editRaw(overlay, raw));
      default:
    }
  }

  function filtered(filter: string) {
    const next = { ...context.state().tree, filter };
    // We select the matching tool and not its plugin.
    const first = treeNodes(context.state().catalog, next).findIndex((each) => each.kind === "tool");
    context.update({ tree: next });
    showNode({ cursor: filter === "" ? 0 : Math.max(0, first), top: 0 });
  }

  return {
    type: (text) => change((line) => insert(line, text), { text }),
    edit: (edit) => change((line) => edited(line, edit), edit),
    newLine() {
      if (layerOf(context.state(), context.shape) === "raw") return change((line) => line, "break");
      tools.form({ type: "type", text: "\n" });
      formChanged();
    },
    paste(text) {
      const { overlay } = context.state();
      if (overlay?.kind === "raw") return tools.changeRaw(pasteRaw(overlay, text));
      const lineOfText = text.replace(/[\r\n]+$/, "");
      change((line) => insert(line, lineOfText), { text: lineOfText });
    },
    startFilter: () => context.update({ focus: "tools", tree: { ...context.state().tree, filtering: true } }),
    clearFilter() {
      const { tree } = context.state();
      context.update({ tree: { ...tree, filtering: false } });
      if (tree.filter === "") return;
      context.update({ tree: { ...tree, filter: "", filtering: false, list: LIST_START } });
      showNode(LIST_START);
    },
  };
}
