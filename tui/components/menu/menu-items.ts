/** What menus offer: the palette's tools and commands by a fuzzy search, and the quick keys of short menus. Pure. */
import fuzzysort from "fuzzysort";
import { COMMANDS, type KeyMap, keysOf } from "../../session/commands.ts";
import { keyLabel } from "../../session/keys.ts";
import type { ExplorerState, MenuItem } from "../../session/state.ts";
import { spansOf } from "../tool-tree/tool-tree-state.ts";

/** Commands that mean nothing without the row or the list they are for. */
const NOT_OFFERED = new Set(["palette", "enter", "close", "interrupt"]);

export function paletteItems(state: ExplorerState, typed: string, keys: KeyMap): MenuItem[] {
  const tools = state.catalogue.tools.map(
    (tool): MenuItem => ({
      label: tool.title,
      detail: tool.listed ? tool.name : `${tool.name} · not listed`,
      does: { type: "open", tool: tool.name },
    }),
  );
  const commands = COMMANDS.filter((command) => !NOT_OFFERED.has(command.id) && (command.live?.(state) ?? true)).map(
    (command): MenuItem => ({
      label: command.title,
      detail: keysOf(command, keys).map(keyLabel).join(" "),
      does: { type: "command", id: command.id },
    }),
  );
  // Tools without work here come last, however well they fit.
  const listed = new Set(state.catalogue.tools.filter((tool) => tool.listed).map((tool) => tool.name));
  const isListed = ({ does }: MenuItem) => does.type !== "open" || listed.has(does.tool);
  const all = [...tools, ...commands];
  const fitting =
    typed.trim() === ""
      ? all
      : fuzzysort
          .go(typed.trim(), all, { keys: ["label", "detail"], limit: 100, threshold: 0.3 })
          .map((result) => ({ ...result.obj, marks: spansOf(result[0]?.indexes ?? []) }));
  return [...fitting.filter(isListed), ...fitting.filter((item) => !isListed(item))];
}

export function chosenItem(items: readonly MenuItem[], key: string): MenuItem | undefined {
  return items.find((item) => item.key === key);
}
