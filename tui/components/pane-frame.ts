/** Draws the frame around a pane. The title is a part of the top border. */
import type { Location } from "../../core/host/frontend-api.ts";
import type { Painter } from "../look/paint.ts";
import type { PlacedLines } from "../terminal/surface.ts";
import { cut, type Line, widthOf } from "../text/line.ts";
import type { Rect } from "./rect.ts";

export interface PaneFrame {
  title: string;
  /** The target of the link on the title. */
  place?: Location | undefined;
  /** An optional text at the right end of the top border. */
  aside?: string | undefined;
  rect: Pick<Rect, "width" | "height">;
  focused: boolean;
  painter: Painter;
  /** True if the background is filled as well, including the padding. */
  fill?: boolean | undefined;
}

export interface FrameLines {
  top: string;
  left: string[];
  right: string[];
  bottom: string;
}

export function frameLines({ title, place, aside = "", rect, focused, painter, fill = false }: PaneFrame): FrameLines {
  const { width, height } = rect;
  const tail = aside === "" || widthOf(aside) + 12 > width ? "" : ` ${aside} `;
  const head = ` ${cut(title, width - 6 - widthOf(tail))} `;
  const rule = "─".repeat(Math.max(0, width - 4 - widthOf(head) - widthOf(tail)));
  const edge = (text: string) => painter.frame(text, focused);
  const side = (text: string) => Array<string>(Math.max(0, height - 2)).fill(edge(text));
  const top = [
    edge("╭─"),
    painter.link(painter.tone(head, focused ? "accent" : "title"), place),
    edge(rule),
    painter.tone(tail, "muted"),
    edge("─╮"),
  ];
  return {
    top: top.join(""),
    left: side(fill ? "│ " : "│"),
    right: side(" │"),
    bottom: edge(`╰${"─".repeat(Math.max(0, width - 2))}╯`),
  };
}

export function framedLines({ rect, ...frame }: PaneFrame & { rect: Rect }): PlacedLines[] {
  const { x, y, width, height } = rect;
  const { top, left, right, bottom } = frameLines({ ...frame, rect });
  return [
    { x, y, lines: [top] },
    { x, y: y + 1, lines: left },
    { x: x + width - 2, y: y + 1, lines: right },
    { x, y: y + height - 1, lines: [bottom] },
  ];
}

/** Returns as many lines as fit. */
export function placedLines(lines: readonly Line[], { x, y, width, height }: Rect, painter: Painter): PlacedLines {
  return { x, y, lines: lines.slice(0, height).map((line) => painter.line(line, width)) };
}
