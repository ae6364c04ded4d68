/** Implements the tree of plugins and their tools, with its filter and folding. */
import { createMatcher, type PluginInfo, type ToolInfo } from "../../../core/host/frontend-api.ts";
import { LIST_START, type ListState } from "../list/list-state.ts";

export interface Catalog {
  plugins: readonly PluginInfo[];
  tools: readonly ToolInfo[];
}

export interface TreeState {
  list: ListState;
  filter: string;
  /** True if letters are typed into the filter. */
  filtering: boolean;
  /** The plugins that the user toggled. By default, a plugin is open if it is ready, and closed otherwise. */
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
    // Tools whose program is missing only appear if the user searches for them.
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

/** Orders the plugins so that usable ones come first. */
function order(plugin: PluginInfo): number {
  return plugin.state === "ready" ? 0 : 1;
}

/** If the fuzzy score is lower than this, the letters are just scattered. */
const MIN_SCORE = 200;

/** Matches the filter against title, name and plugin. Returns the letters to highlight in each title. */
function rank(tools: readonly ToolInfo[], filter: string): Map<string, [number, number][]> {
  const textOf = ({ title, name, plugin }: ToolInfo) => ({
    text: `${title} ${name} ${plugin}`,
    name: [0, title.length] as const,
  });
  const { best } = createMatcher(tools, textOf).match(filter, { least: MIN_SCORE });
  return new Map(best.map(({ item, marks }) => [item.name, marks.filter(([start]) => start < item.title.length)]));
}
