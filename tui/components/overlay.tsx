/** Whatever lies over the panes. */
import type { Painter } from "../look/paint.ts";
import type { KeyMap } from "../session/commands.ts";
import { MENU_LINES } from "../session/overlay-keys.ts";
import type { ExplorerState, MenuItem, Overlay as OverlayState } from "../session/state.ts";
import { cut, type Line, line, marked, span, widthOf } from "../text/line.ts";
import { Dialog } from "./dialog.tsx";
import { inSight, type ListState } from "./list/list-state.ts";
import { paletteItems } from "./menu/menu-items.ts";
import { drawInput } from "./text-input/text-input.ts";

export interface OverlayProps {
  state: ExplorerState;
  painter: Painter;
  keys: KeyMap;
}

const WIDE = 90;
const NARROW = 64;

export function Overlay({ state, painter, keys }: OverlayProps) {
  const { overlay, columns, rows } = state;
  if (!overlay || overlay.kind === "reader") return null;
  const width = Math.min(overlay.kind === "palette" || overlay.kind === "raw" ? WIDE : NARROW, columns - 2);
  const { title, lines } = contents(overlay, state, keys, width - 4, rows - 4);
  return <Dialog title={title} lines={lines} painter={painter} columns={columns} rows={rows} width={width} />;
}

function contents(
  overlay: Exclude<OverlayState, { kind: "reader" }>,
  state: ExplorerState,
  keys: KeyMap,
  width: number,
  height: number,
): { title: string; lines: Line[] } {
  switch (overlay.kind) {
    case "palette": {
      const items = paletteItems(state, overlay.input.text, keys);
      const input = line(span("› ", "accent"), ...drawInput(overlay.input, width - 2));
      const none = items.length === 0 ? [line(span("Nothing fits. Clear some letters.", "muted"))] : [];
      return {
        title: "Find a tool or a command",
        lines: [input, line(), ...none, ...itemLines(items, overlay.list, width, height - 2)],
      };
    }
    case "menu":
      return { title: overlay.title, lines: itemLines(overlay.items, overlay.list, width, height) };
    case "confirm": {
      const room = Math.max(1, height - 4);
      const body = overlay.text.slice(0, room).map((text) => line(text));
      const rest =
        overlay.text.length > room ? [line(span(`… ${overlay.text.length - room} more lines`, "muted"))] : [];
      const answer = line(span("y", "key"), " run it    ", span("n", "key"), " or esc: do not");
      return { title: overlay.title, lines: [...body, ...rest, line(), answer] };
    }
    case "prompt":
      return {
        title: overlay.title,
        lines: [
          line(...drawInput(overlay.input, width)),
          line(),
          line(span("⏎", "key"), " save    ", span("esc", "key"), " cancel"),
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
        span("^t", "key"),
        " use it   ",
        span("^r", "key"),
        " run it   ",
        span("esc", "key"),
        " drop it",
      );
      const fault = overlay.fault ? [line(span(overlay.fault, "error"))] : [line()];
      return { title: `Input of ${overlay.tool} as JSON`, lines: [...body, ...fault, keysLine] };
    }
  }
}

function itemLines(items: readonly MenuItem[], list: ListState, width: number, height: number): Line[] {
  const room = Math.max(1, Math.min(MENU_LINES, height));
  const { cursor, top } = inSight(list, items.length, room);
  const shown = items.slice(top, top + room);
  const labels = Math.min(Math.floor(width * 0.6), Math.max(...shown.map((item) => widthOf(item.label)), 8));
  return shown.map((item, index): Line => {
    const chosen = top + index === cursor;
    const lead = span(chosen ? "▌ " : "  ", "accent");
    const quick = item.key ? [span(`${item.key}  `, "key")] : [];
    const room = width - labels - 4 - (item.key ? 3 : 0);
    const label = marked(cut(item.label, labels), item.marks);
    const filler = " ".repeat(Math.max(0, labels - widthOf(cut(item.label, labels))) + 2);
    const detail = item.detail ? [span(filler), span(cut(item.detail, room), "muted")] : [];
    const drawn: Line = { spans: [lead, ...quick, ...label, ...detail] };
    return chosen ? { ...drawn, cursor: "strong" } : drawn;
  });
}
