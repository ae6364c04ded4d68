/** Renders the left pane, which has the plugins and their tools. */

import { memo } from "react";
import { inSight } from "../components/list/list-state.ts";
import { Lines } from "../components/painted-lines.tsx";
import { Pane } from "../components/pane.tsx";
import { inner } from "../components/rect.ts";
import { drawInput } from "../components/text-input/text-input.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import { type Catalog, type TreeState, treeNodes } from "../components/tool-tree/tool-tree-state.ts";
import { drawNode } from "../components/tool-tree/tool-tree-view.ts";
import type { Painter } from "../look/paint.ts";
import { type Line, line, span } from "../text/line.ts";

export interface ToolsPaneProps {
  tree: TreeState;
  catalog: Catalog;
  focused: boolean;
  width: number;
  height: number;
  painter: Painter;
}

/** This is memoized, so it is only rendered again if its props change. */
export const ToolsPane = memo(function ToolsPane({ tree, catalog, focused, painter, ...outer }: ToolsPaneProps) {
  const { width, height } = inner({ x: 0, y: 0, ...outer });
  const nodes = treeNodes(catalog, tree);
  const filter: Line[] =
    tree.filtering || tree.filter !== ""
      ? [
          line(
            span("/", "accent"),
            ...(tree.filtering ? drawInput(textOfInput(tree.filter), width - 1) : [span(tree.filter)]),
          ),
        ]
      : [];
  const space = height - filter.length;
  const { cursor, top } = inSight(tree.list, nodes.length, space);
  const lines = nodes.slice(top, top + space).map((node, index): Line => {
    const rendered = drawNode(node, width);
    return top + index === cursor ? { ...rendered, cursor: focused ? "strong" : "faint" } : rendered;
  });
  const none = nodes.length === 0 ? [line(span(tree.filter === "" ? "No plugins." : "No tool matches.", "muted"))] : [];
  // Plugins that don't apply are at the bottom of the tree.
  const counted = nodes.reduce(
    (sum, node) =>
      sum + (node.kind === "plugin" && (tree.filter !== "" || node.plugin.state === "ready") ? node.tools : 0),
    0,
  );
  return (
    <Pane title="Tools" aside={`${counted}`} rect={outer} focused={focused} painter={painter}>
      <Lines lines={[...filter, ...none, ...lines]} painter={painter} width={width} height={height} />
    </Pane>
  );
});
