/** Builds menus of complete calls, which come from examples, the history, and the row's links. */
import type { Link } from "../../core/host/frontend-api.ts";
import type { Intent, MenuItem } from "../state/explorer-state.ts";
import { brief } from "../text/brief.ts";
import type { SessionContext } from "./session-context.ts";

export function presetItems(context: SessionContext): { title: string; items: MenuItem[] } | undefined {
  const info = context.tool(context.state().tool);
  if (!info) return undefined;
  const items = info.examples.map(
    (each): MenuItem => ({
      label: each.title,
      detail: brief(each.input),
      does: { type: "fill", tool: info.name, input: each.input },
    }),
  );
  return { title: `Examples of ${info.title}`, items };
}

/** Returns the calls of the history, newest first, without tools that no longer exist. */
export function historyItems(context: SessionContext): MenuItem[] {
  return context.state().history.flatMap((each): MenuItem[] => {
    const info = context.tool(each.tool);
    if (!info) return [];
    const label = `${info.title}${each.status === "done" ? "" : ` (${each.status})`}`;
    return [{ label, detail: brief(each.input), does: { type: "fill", tool: each.tool, input: each.input } }];
  });
}

export function linkItems(context: SessionContext, links: readonly Link[]): MenuItem[] {
  return links.map((link): MenuItem => {
    const does: Intent = { type: "jump", rel: link.rel, tool: link.tool, input: link.input };
    return { label: link.rel, detail: `${context.tool(link.tool)?.title ?? link.tool}: ${brief(link.input)}`, does };
  });
}
