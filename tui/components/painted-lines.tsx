/** Renders lines. All of them are within the given width, so they never wrap. */
import { Box, type DOMElement } from "ink";
import { createContext, useContext, useLayoutEffect, useRef } from "react";
import type { Painter } from "../look/paint.ts";
import type { PaintedBoxes } from "../terminal/surface.ts";
import type { Line } from "../text/line.ts";

export interface LinesProps {
  lines: readonly Line[];
  painter: Painter;
  width: number;
  height: number;
  /** The number of columns that are scrolled off to the left. */
  shift?: number;
  /** True if it is opaque and covers the cells below. */
  fill?: boolean;
}

/** Gives the painter access to the boxes and their positions. */
export const PaintedBoxesContext = createContext<PaintedBoxes | undefined>(undefined);

export function Lines({ lines, painter, width, height, shift = 0, fill = false }: LinesProps) {
  const painted = lines.slice(0, height).map((line) => painter.line(line, width, { shift, fill }));
  return <Painted lines={painted} width={width} height={height} />;
}

export interface PaintedProps {
  lines: readonly string[];
  width: number;
  height: number;
}

/** Renders lines that are laid out by Ink but drawn by us. */
export function Painted({ lines, width, height }: PaintedProps) {
  const placed = useContext(PaintedBoxesContext);
  const box = useRef<DOMElement>(null);
  useLayoutEffect(() => {
    const node = box.current;
    if (!node || !placed) return;
    placed.set(node, lines);
    return () => {
      placed.delete(node);
    };
  });
  return <Box ref={box} width={width} height={height} flexShrink={0} />;
}
