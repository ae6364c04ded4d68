/** Computes the layout of overlays, which is needed for the mouse as well as for rendering. */

import { inSight, type ListState } from "../components/list/list-state.ts";
import type { Rect } from "../components/rect.ts";
import { drawInput } from "../components/text-input/text-input.ts";
import type { KeyMap } from "../keymap/action.ts";
import { keyLabel } from "../keymap/key-names.ts";
import { type ActionId, firstKeyOf } from "../keymap/keymap.ts";
import type { ExplorerState, MenuItem, Overlay } from "../state/explorer-state.ts";
import { cut, type Line, line, marked, type Span, span, widthOf } from "../text/line.ts";
import { MENU_LINES, paletteItems } from "./menu-items.ts";

export interface OverlayDrawing {
  title: string;
  lines: Line[];
  /** The rectangle, including the frame. */
  rect: Rect;
  itemAt(line: number): MenuItem | undefined;
}

type Box = Exclude<Overlay, { kind: "reader" }>;

const WIDE = 90;
const NARROW = 64;

/** Returns undefined if there is no overlay, and also for the reader, which takes up the whole screen. */
export function drawOverlay(state: ExplorerState, keys: KeyMap): OverlayDrawing | undefined {
  const { overlay, columns, rows } = state;
  if (!overlay || overlay.kind === "reader") return undefined;
  const wanted = overlay.kind === "palette" || overlay.kind === "raw" ? WIDE : NARROW;
  // If only a little of the panes would remain visible, we use the full width.
  const width = columns < wanted + 6 ? columns : wanted;
  const { title, lines, items = [], first = 0 } = contents(overlay, state, keys, width - 4, rows - 4);
  const height = Math.min(lines.length + 2, rows - 2);
  const rect: Rect = {
    x: Math.max(0, Math.floor((columns - width) / 2)),
    // This is fixed, so that the text line doesn't jump if a search changes the height.
    y: Math.max(1, Math.min(overlay.kind === "palette" ? Math.floor(rows / 6) : rows, Math.floor((rows - height) / 3))),
    width,
    height,
  };
  return { title, lines, rect, itemAt: (at) => items[at - first] };
}

interface Contents {
  title: string;
  lines: Line[];
  /** The visible items. The first of them is on line `first`. */
  items?: readonly MenuItem[];
  first?: number;
}

function contents(overlay: Box, state: ExplorerState, keys: KeyMap, width: number, height: number): Contents {
  switch (overlay.kind) {
    case "palette": {
      const items = paletteItems(state, overlay, keys);
      const input = line(span("› ", "accent"), ...drawInput(overlay.input, width - 2));
      const none = items.length === 0 ? [line(span("Nothing matches. Delete some letters.", "muted"))] : [];
      const shown = itemsInSight(items, overlay.list, height - 2);
      const lines = [input, line(), ...none, ...itemLines(shown, width)];
      const title = overlay.roots ? "Explore which folder? Type a name, or a path" : "Find a tool or a command";
      return { title, lines, items: shown.items, first: 2 };
    }
    case "menu": {
      const shown = itemsInSight(overlay.items, overlay.list, height);
      return { title: overlay.title, lines: itemLines(shown, width), items: shown.items };
    }
    case "confirm": {
      const space = Math.max(1, height - 4);
      const body = overlay.text.slice(0, space).map((text) => line(text));
      const rest =
        overlay.text.length > space ? [line(span(`… ${overlay.text.length - space} more lines`, "muted"))] : [];
      const answer = line(
        ...keyHints(keys, [
          ["yes", "run it"],
          ["no", "do not"],
        ]),
      );
      return { title: overlay.title, lines: [...body, ...rest, line(), answer] };
    }
    case "prompt":
      return {
        title: overlay.title,
        lines: [
          line(...drawInput(overlay.input, width)),
          line(),
          line(
            ...keyHints(keys, [
              ["take", "save"],
              ["dismiss", "cancel"],
            ]),
          ),
        ],
      };
    case "raw": {
      const shown = Math.max(1, height - 3);
      const top = Math.max(0, Math.min(overlay.row - Math.floor(shown / 2), overlay.lines.length - shown));
      const gutter = String(overlay.lines.length).length;
      const body = overlay.lines.slice(top, top + shown).map((text, index): Line => {
        const at = top + index;
        const number = span(`${String(at + 1).padStart(gutter)} `, "muted");
        if (at !== overlay.row) return line(number, span(text));
        return line(number, ...drawInput({ text, caret: overlay.column }, width - gutter - 1));
      });
      const keysLine = line(
        ...keyHints(keys, [
          ["json-use", "use it"],
          ["json-run", "run it"],
          ["json-drop", "drop it"],
        ]),
      );
      const fault = overlay.fault ? [line(span(overlay.fault, "error"))] : [line()];
      return { title: `Input of ${overlay.tool} as JSON`, lines: [...body, ...fault, keysLine] };
    }
  }
}

function keyHints(keys: KeyMap, actions: readonly (readonly [id: ActionId, words: string])[]): Span[] {
  return actions.flatMap(([id, words]) => [span(keyLabel(firstKeyOf(id, keys)), "key"), span(` ${words}   `)]);
}

interface Shown {
  items: readonly MenuItem[];
  /** The index among the visible items. */
  cursor: number;
}

function itemsInSight(items: readonly MenuItem[], list: ListState, height: number): Shown {
  const space = Math.max(1, Math.min(MENU_LINES, height));
  const { cursor, top } = inSight(list, items.length, space);
  return { items: items.slice(top, top + space), cursor: cursor - top };
}

function itemLines({ items, cursor }: Shown, width: number): Line[] {
  const labels = Math.min(Math.floor(width * 0.6), Math.max(...items.map((item) => widthOf(item.label)), 8));
  return items.map((item, index): Line => {
    const chosen = index === cursor;
    const lead = span(chosen ? "▌ " : "  ", "accent");
    const quick = item.key ? [span(`${item.key}  `, "key")] : [];
    const space = width - labels - 4 - (item.key ? 3 : 0);
    const label = marked(cut(item.label, labels), item.marks);
    const filler = " ".repeat(Math.max(0, labels - widthOf(cut(item.label, labels))) + 2);
    const detail = item.detail ? [span(filler), span(cut(item.detail, space), "muted")] : [];
    const rendered: Line = { spans: [lead, ...quick, ...label, ...detail] };
    return chosen ? { ...rendered, cursor: "strong" } : rendered;
  });
}
