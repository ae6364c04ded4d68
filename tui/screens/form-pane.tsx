/** Renders the middle pane, which shows the form of a tool or the description of a plugin. */
import { memo } from "react";
import type { PluginInfo, ToolInfo } from "../../core/host/frontend-api.ts";
import type { FormShape } from "../components/form/form-lines.ts";
import { emptyForm, type FormState } from "../components/form/form-state.ts";
import { formWindow } from "../components/form/form-view.ts";
import { Lines } from "../components/painted-lines.tsx";
import { Pane } from "../components/pane.tsx";
import { inner, type Rect } from "../components/rect.ts";
import { aboutPlugin } from "../components/tool-tree/tool-tree-view.ts";
import { formParts } from "../layout/form-parts.ts";
import type { Painter } from "../look/paint.ts";
import { type Line, line, span, wrap } from "../text/line.ts";

export interface FormPaneProps {
  tool: ToolInfo | undefined;
  shape: FormShape | undefined;
  form: FormState | undefined;
  /** The plugin to show if there is no tool. */
  plugin: PluginInfo | undefined;
  focused: boolean;
  width: number;
  height: number;
  painter: Painter;
}

/** This is memoized, so it is only rendered again if its props change. */
export const FormPane = memo(function FormPane({
  tool,
  shape,
  form,
  plugin,
  focused,
  painter,
  ...outer
}: FormPaneProps) {
  const inside = inner({ x: 0, y: 0, ...outer });
  const lines =
    tool && shape
      ? toolLines(tool, shape, form ?? emptyForm(shape), { ...inside, focused })
      : pluginLines(plugin, inside.width);
  const effect = tool && (tool.effect !== "read" && tool.destructive ? `${tool.effect}, destructive` : tool.effect);
  return (
    <Pane
      title={tool?.title ?? plugin?.title ?? "Form"}
      aside={effect ?? ""}
      rect={outer}
      focused={focused}
      painter={painter}
    >
      <Lines lines={lines} painter={painter} width={inside.width} height={inside.height} />
    </Pane>
  );
});

function toolLines(tool: ToolInfo, shape: FormShape, form: FormState, space: Rect & { focused: boolean }): Line[] {
  const parts = formParts(tool, shape, form, space);
  const rows = formWindow(parts.rows, form.list.cursor, parts.body).rows.map((row) => row.line);
  const filler = Array.from({ length: Math.max(0, parts.body - rows.length) }, () => line());
  return [...parts.head, ...rows, ...filler, ...parts.foot];
}

function pluginLines(plugin: PluginInfo | undefined, width: number): Line[] {
  if (!plugin) return [line(span("Choose a tool on the left.", "muted"))];
  return aboutPlugin(plugin).flatMap(({ tone, text }) => [
    ...wrap(text, width).map((each) => line(span(each, tone))),
    line(),
  ]);
}
