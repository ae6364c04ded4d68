/** The middle pane: the form of a tool, or what there is to say about a plugin. */
import type { ToolInfo } from "../../core/host/mod.ts";
import type { FormShape } from "../components/form/form-lines.ts";
import { formWindow } from "../components/form/form-view.ts";
import { Lines } from "../components/lines.tsx";
import { Pane } from "../components/pane.tsx";
import { treeNodes } from "../components/tool-tree/tool-tree-state.ts";
import { aboutPlugin } from "../components/tool-tree/tool-tree-view.ts";
import type { Painter } from "../look/paint.ts";
import { formParts } from "../session/form-parts.ts";
import { inner, type Rect } from "../session/layout.ts";
import type { ExplorerState } from "../session/state.ts";
import { type Line, line, span, wrap } from "../text/line.ts";

export interface FormPaneProps {
  state: ExplorerState;
  rect: Rect;
  painter: Painter;
  shape(tool: ToolInfo): FormShape;
}

export function FormPane({ state, rect, painter, shape }: FormPaneProps) {
  const tool = state.catalogue.tools.find((each) => each.name === state.tool);
  const inside = inner(rect);
  const focused = state.focus === "form";
  const { title, lines } = tool
    ? { title: tool.title, lines: toolLines(tool, state, shape, inside) }
    : pluginLines(state, inside.width);
  const aside = tool
    ? tool.effect === "read"
      ? "read"
      : tool.destructive
        ? `${tool.effect}, destructive`
        : tool.effect
    : "";
  return (
    <Pane title={title} aside={aside} rect={rect} focused={focused} painter={painter}>
      <Lines lines={lines} painter={painter} width={inside.width} height={inside.height} />
    </Pane>
  );
}

function toolLines(tool: ToolInfo, state: ExplorerState, shape: FormPaneProps["shape"], inside: Rect): Line[] {
  const parts = formParts({ state: () => state, shape }, tool, inside);
  const window = formWindow(parts.rows, parts.state.list.cursor, parts.body);
  const rows = window.rows.map((row) => row.line);
  const filler = Array.from({ length: Math.max(0, parts.body - rows.length) }, () => line());
  return [...parts.head, ...rows, ...filler, ...parts.foot];
}

function pluginLines(state: ExplorerState, width: number): { title: string; lines: Line[] } {
  const node = treeNodes(state.catalogue, state.tree)[state.tree.list.cursor];
  if (node?.kind !== "plugin") return { title: "Form", lines: [line(span("Choose a tool on the left.", "muted"))] };
  const lines = aboutPlugin(node.plugin).flatMap(({ tone, text }) => [
    ...wrap(text, width).map((each) => line(span(each, tone))),
    line(),
  ]);
  return { title: node.plugin.title, lines };
}
