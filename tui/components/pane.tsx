/** A framed pane with its title in the frame. */
import { Box } from "ink";
import type { ReactNode } from "react";
import type { Location } from "../../core/host/frontend-api.ts";
import type { Painter } from "../look/paint.ts";
import { cut, widthOf } from "../text/line.ts";
import { Painted } from "./painted-lines.tsx";
import type { Rect } from "./rect.ts";

export interface PaneProps {
  title: string;
  /** The title's link. */
  place?: Location;
  /** Text at the right end of the top border. */
  aside?: string;
  rect: Pick<Rect, "width" | "height">;
  focused: boolean;
  painter: Painter;
  /** Fills its background, including the padding inside the frame. */
  fill?: boolean;
  children: ReactNode;
}

export function Pane({ title, place, aside = "", rect, focused, painter, fill = false, children }: PaneProps) {
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
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      <Painted lines={[top.join("")]} width={width} height={1} />
      <Box height={Math.max(0, height - 2)}>
        <Painted lines={side(fill ? "│ " : "│")} width={2} height={Math.max(0, height - 2)} />
        <Box width={Math.max(0, width - 4)} flexDirection="column" flexShrink={0}>
          {children}
        </Box>
        <Painted lines={side(" │")} width={2} height={Math.max(0, height - 2)} />
      </Box>
      <Painted lines={[edge(`╰${"─".repeat(Math.max(0, width - 2))}╯`)]} width={width} height={1} />
    </Box>
  );
}
