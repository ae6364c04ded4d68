/** Draws lines: each is of at most the given width, so nothing wraps and nothing overlaps. */
import { Box, Transform } from "ink";
import type { Painter } from "../look/paint.ts";
import type { Line } from "../text/line.ts";

export interface LinesProps {
  lines: readonly Line[];
  painter: Painter;
  width: number;
  height: number;
  /** Columns scrolled away on the left. */
  shift?: number;
  /** Covers what lies below. */
  fill?: boolean;
}

export function Lines({ lines, painter, width, height, shift = 0, fill = false }: LinesProps) {
  const painted = lines.slice(0, height).map((line) => painter.line(line, width, { shift, fill }));
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      <Painted lines={painted} />
    </Box>
  );
}

/**
 * Painted lines, put where Ink has left room for them. Ink would measure, wrap and clean every line in every frame, which
 * is most of the work for lines that are already right; it measures a dot for each instead.
 */
export function Painted({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  const room = lines.map(() => ".").join("\n");
  return (
    <Transform transform={(_, index) => lines[index] ?? ""} accessibilityLabel={lines.join("\n")}>
      {room}
    </Transform>
  );
}
