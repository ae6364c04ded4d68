/** Draws the top line, which shows the current place, the trail and the workspace. */

import type { ExplorerState } from "../state/explorer-state.ts";
import { layoutOf, PANES, type Pane } from "../state/panes.ts";
import { breadcrumb, currentEntry } from "../state/trail.ts";
import { cut, type Line, line, type Span, span, widthOf } from "../text/line.ts";

const TITLES: Record<Pane, string> = { tools: "Tools", form: "Form", result: "Result" };

/** Returns the header. `workspace` has the names of the roots. */
export function headerLine(state: ExplorerState, workspace: string): Line {
  const { shape } = layoutOf(state);
  const spans: Span[] = [span(" jig ", "accent")];
  if (state.tabs.length > 1) spans.push(span(` tab ${state.tabIndex + 1}/${state.tabs.length} `, "key"));
  if (state.screen === "home") spans.push(span(" home", "title"));
  else if (state.screen !== "explore") spans.push(span(` ${state.screen}`, "title"));
  else if (shape === "single") {
    for (const [index, pane] of PANES.entries()) {
      const here = pane === state.focus;
      spans.push(
        span(here ? `[${index + 1} ${TITLES[pane]}]` : ` ${index + 1} ${TITLES[pane]} `, here ? "accent" : "muted"),
      );
    }
  }
  const right = state.catalog.tools.length > 0 || state.screen === "home" ? ` ${workspace} ` : " ";
  const used = spans.reduce((sum, { text }) => sum + widthOf(text), 0);
  const space = state.columns - used - widthOf(right) - 1;
  const entry = currentEntry(state.trail);
  // The answer is hidden, so we at least show how big it is.
  const found = entry && shape === "single" && state.focus !== "result" ? ` · ${entry.view.rows.length} rows` : "";
  const trail = state.screen === "explore" ? trailText(state) + found : "";
  const crumbs = space > 8 ? cut(` ${trail}`, space, "start") : "";
  const gap = " ".repeat(Math.max(0, state.columns - used - widthOf(crumbs) - widthOf(right)));
  return line(...spans, span(crumbs, "plain"), span(gap), span(right, "muted"));
}

/** Returns the trail up to and including the current jump. */
function trailText({ trail, catalog }: ExplorerState): string {
  const tools = new Map(catalog.tools.map((tool) => [tool.name, tool]));
  return trail.entries
    .slice(0, trail.at + 1)
    .map((entry) => breadcrumb(entry, tools.get(entry.tool)))
    .join(" › ");
}
