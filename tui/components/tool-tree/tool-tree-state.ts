/** Plugins and their tools, as a tree with filter and folding. */
import { createMatcher, type PluginInfo, type ToolInfo } from "../../../core/host/frontend-api.ts";
import { LIST_START, type ListState } from "../list/list-state.ts";

export interface Catalog {
  plugins: readonly PluginInfo[];
  tools: readonly ToolInfo[];
}

export interface TreeState {
  list: ListState;
  filter: string;
  /** Typing goes into the filter. */
  filtering: boolean;
  /** Plugins that were toggled. The default is open if ready, closed otherwise. */
  toggled: ReadonlySet<string>;
}

export const TREE_START: TreeState = { list: LIST_START, filter: "", filtering: false, toggled: new Set() };

export type TreeNode =
  | { kind: "plugin"; plugin: PluginInfo; open: boolean; tools: number }
  | { kind: "tool"; tool: ToolInfo; marks: [number, number][] };

export function treeNodes({ plugins, tools }: Catalog, state: TreeState): TreeNode[] {
  const filter = state.filter.trim();
  const found = filter === "" ? undefined : rank(tools, filter);
  const ordered = [...plugins].sort((a, b) => order(a) - order(b) || a.title.localeCompare(b.title));
  return ordered.flatMap((plugin): TreeNode[] => {
    const all = tools.filter((tool) => tool.plugin === plugin.name);
    // Tools with a missing program only turn up when searched for.
    const own = all.filter((tool) => (found ? found.has(tool.name) : tool.listed || plugin.state !== "ready"));
    if (own.length === 0 && (found || all.length > 0)) return [];
    const open = found !== undefined || isOpen(plugin, state);
    const head: TreeNode = { kind: "plugin", plugin, open, tools: own.length };
    if (!open) return [head];
    return [head, ...own.map((tool): TreeNode => ({ kind: "tool", tool, marks: found?.get(tool.name) ?? [] }))];
  });
}

function isOpen(plugin: PluginInfo, state: TreeState): boolean {
  return (plugin.state === "ready") !== state.toggled.has(plugin.name);
}

export function toggled(state: TreeState, plugin: string): TreeState {
  const next = new Set(state.toggled);
  if (!next.delete(plugin)) next.add(plugin);
  return { ...state, toggled: next };
}

/** Usable plugins first. */
function order(plugin: PluginInfo): number {
  return plugin.state === "ready" ? 0 : 1;
}

/** Fuzzy score below which it's just scattered letters. */
const MIN_SCORE = 200;

/** Matches against title, name and plugin. Returns the letters to highlight per title. */
function rank(tools: readonly ToolInfo[], filter: string): Map<string, [number, number][]> {
  const textOf = ({ title, name, plugin }: ToolInfo) => ({
    text: `${title} ${name} ${plugin}`,
    name: [0, title.length] as const,
  });
  const { best } = createMatcher(tools, textOf).match(filter, { least: MIN_SCORE });
  return new Map(best.map(({ item, marks }) => [item.name, marks.filter(([start]) => start < item.title.length)]));
}
