/** Fills the result pane until there is an answer. It shows the description, example calls, and keys. */

import type { JsonObject, ToolInfo } from "../../core/host/frontend-api.ts";
import { treeNodes } from "../components/tool-tree/tool-tree-state.ts";
import type { KeyMap } from "../keymap/action.ts";
import { keyLabel } from "../keymap/key-names.ts";
import { type ActionId, firstKeyOf } from "../keymap/keymap.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { layoutOf } from "../state/panes.ts";
import { brief } from "../text/brief.ts";
import { cut, type Line, line, pad, span, widthOf, wrapAtMost } from "../text/line.ts";
import { TALL_FORM } from "./form-parts.ts";
import { paneInside } from "./geometry.ts";

/** The number of calls to show for each kind. */
const SHOWN = 5;

export function emptyResultLines(
  state: ExplorerState,
  tool: ToolInfo | undefined,
  keys: KeyMap,
  width: number,
): Line[] {
  if (!tool) return toolsOf(state, width);
  const key = (id: ActionId) => keyLabel(firstKeyOf(id, keys));
  const { shape } = layoutOf(state);
  const isInForm = shape !== "single" && paneInside(state, "form").height >= TALL_FORM;
  const earlier = state.history.filter((each) => each.tool === tool.name);
  const about = isInForm ? [] : wrapAtMost(tool.description, width, SHOWN).map((text) => line(span(text, "muted")));
  const recent = earlier.map((each) => ({ title: "", input: each.input }));
  return [
    line(span("The answer will appear here. ", "muted"), span(key("run"), "key"), span(" runs the tool.", "muted")),
    ...(about.length > 0 ? [line(), ...about] : []),
    ...calls("Examples", key("preset"), tool.examples, width),
    ...calls("Earlier calls", key("history"), recent, width),
  ];
}

function calls(
  title: string,
  key: string,
  given: readonly { title: string; input: JsonObject }[],
  width: number,
): Line[] {
  if (given.length === 0) return [];
  const shown = given.slice(0, SHOWN);
  const labels = Math.min(Math.floor(width * 0.5), Math.max(...shown.map((each) => widthOf(each.title))));
  const rest = given.length > SHOWN ? `  ${given.length} in all` : "";
  return [
    line(),
    line(span(`${title}  `, "title"), span(key, "key"), span(rest, "muted")),
    ...shown.map((each) =>
      line(span(labels > 0 ? `  ${pad(each.title, labels)}  ` : "  "), span(cut(brief(each.input), width), "muted")),
    ),
  ];
}

function toolsOf({ catalog, tree }: ExplorerState, width: number): Line[] {
  const node = treeNodes(catalog, tree)[tree.list.cursor];
  if (node?.kind !== "plugin") return [];
  const tools = catalog.tools.filter((each) => each.plugin === node.plugin.name);
  return tools.flatMap((tool) => [
    line(span(tool.title, "title")),
    ...wrapAtMost(tool.description, width - 2, 1).map((text) => line("  ", span(text, "muted"))),
  ]);
}
