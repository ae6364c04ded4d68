/** Keys while something lies over the panes: palette, menu, question, prompt, reader, JSON editor. */
import { holds } from "../components/form/draft.ts";
import { moveList } from "../components/list/list-state.ts";
import { chosenItem, paletteItems } from "../components/menu/menu-items.ts";
import { editRaw, rawValue } from "../components/raw-editor/raw-editor-state.ts";
import { editKey, insert, type TextState } from "../components/text-input/text-input-state.ts";
import type { Core } from "./core.ts";
import { screenHeight } from "./geometry.ts";
import type { KeyPress } from "./keys.ts";
import type { Performer } from "./perform.ts";
import type { Intent, Overlay } from "./state.ts";

type Of<Kind extends Overlay["kind"]> = Extract<Overlay, { kind: Kind }>;

/** Lines of a menu that are on the screen at most. */
export const MENU_LINES = 14;

export function overlayKey(core: Core, performer: Performer, key: KeyPress) {
  const { overlay } = core.state();
  const close = () => core.update({ overlay: undefined });
  const choose = (intent: Intent | undefined) => {
    close();
    if (intent) performer.intend(intent);
  };
  if (!overlay) return;
  if (key.name === "escape") return close();
  switch (overlay.kind) {
    case "palette":
      return paletteKey(core, overlay, key, choose);
    case "menu":
      return menuKey(core, overlay, key, choose);
    case "confirm":
      // Enter alone must not do what cannot be taken back.
      if (key.name === "y" || key.name === "Y") return choose(overlay.yes);
      return key.name === "n" || key.name === "N" || key.name === "q" ? close() : undefined;
    case "prompt":
      if (key.name === "enter") return choose({ type: "save", path: overlay.input.text, replace: overlay.replace });
      return core.update({ overlay: { ...overlay, input: typed(overlay.input, key) } });
    case "reader":
      return readerKey(core, performer, overlay, key, close);
    case "raw":
      return rawKey(core, performer, overlay, key, close);
  }
}

function typed(input: TextState, key: KeyPress): TextState {
  if (key.text !== undefined) return insert(input, key.text);
  return editKey(key.name)?.(input) ?? input;
}

function paletteKey(core: Core, overlay: Of<"palette">, key: KeyPress, choose: (intent: Intent | undefined) => void) {
  const items = paletteItems(core.state(), overlay.input.text, core.keys);
  if (key.name === "enter") return choose(items[overlay.list.cursor]?.does);
  const by = { up: -1, "ctrl+k": -1, down: 1, "ctrl+j": 1, "ctrl+n": 1, "ctrl+p": -1 }[key.name];
  if (by)
    return core.update({ overlay: { ...overlay, list: moveList(overlay.list, { by }, items.length, MENU_LINES) } });
  const pages = { pageup: -1, pagedown: 1 }[key.name];
  if (pages)
    return core.update({ overlay: { ...overlay, list: moveList(overlay.list, { pages }, items.length, MENU_LINES) } });
  core.update({ overlay: { ...overlay, input: typed(overlay.input, key), list: { cursor: 0, top: 0 } } });
}

function menuKey(core: Core, overlay: Of<"menu">, key: KeyPress, choose: (intent: Intent | undefined) => void) {
  const quick = chosenItem(overlay.items, key.name);
  if (quick) return choose(quick.does);
  if (key.name === "enter") return choose(overlay.items[overlay.list.cursor]?.does);
  if (key.name === "q") return choose(undefined);
  const by = { up: -1, k: -1, down: 1, j: 1 }[key.name];
  const pages = { pageup: -1, pagedown: 1 }[key.name];
  const move = by ? { by } : pages ? { pages } : undefined;
  if (move)
    core.update({ overlay: { ...overlay, list: moveList(overlay.list, move, overlay.items.length, MENU_LINES) } });
}

function readerKey(core: Core, performer: Performer, overlay: Of<"reader">, key: KeyPress, close: () => void) {
  const count = core.state().preview?.lines.length ?? 0;
  const moves = {
    up: { by: -1 },
    k: { by: -1 },
    down: { by: 1 },
    j: { by: 1 },
    pageup: { pages: -1 },
    pagedown: { pages: 1 },
    space: { pages: 1 },
    home: { end: "first" },
    g: { end: "first" },
    end: { end: "last" },
    G: { end: "last" },
  } as const;
  const move = moves[key.name as keyof typeof moves];
  if (move)
    return core.update({
      overlay: { ...overlay, list: moveList(overlay.list, move, count, screenHeight(core.state())) },
    });
  if (["q", "b", "backspace", "enter", "left"].includes(key.name)) return close();
  if (key.name === "e") performer.perform("edit");
  if (key.name === "/") performer.finder.open();
  if (key.name === "n") performer.finder.next(1);
  if (key.name === "N") performer.finder.next(-1);
}

function rawKey(core: Core, performer: Performer, overlay: Of<"raw">, key: KeyPress, close: () => void) {
  if (key.name === "ctrl+t" || key.name === "ctrl+r" || key.name === "ctrl+s") {
    const { value, fault } = rawValue(overlay.lines);
    const info = core.tool(overlay.tool);
    const run = key.name === "ctrl+r";
    const lost = info && value && !run && !holds(core.shape(info).form, value);
    const complaint = lost ? "The form has no field for all of it: ^r runs it as it stands here" : fault;
    if (!value || lost) return core.update({ overlay: { ...overlay, ...(complaint ? { fault: complaint } : {}) } });
    close();
    performer.openTool(overlay.tool, value);
    core.update({ screen: "explore", focus: "form" });
    if (run) performer.run(overlay.tool, value);
    return;
  }
  const { fault: _, ...rest } = overlay;
  const next = editRaw(rest, key);
  const height = screenHeight(core.state());
  const { top } = moveList({ cursor: next.row, top: overlay.top }, { by: 0 }, next.lines.length, height);
  core.update({ overlay: { ...rest, ...next, top } });
}
