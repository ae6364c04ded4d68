/** Draws lines: each is one text of at most the given width, so nothing wraps and nothing overlaps. */
import { Box, Text } from "ink";
import { memo } from "react";
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
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      {lines.slice(0, height).map((line, index) => (
        // A line is its place on the screen: there is nothing else to tell two equal ones apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Painted key={index} text={painter.line(line, width, { shift, fill })} />
      ))}
    </Box>
  );
}

/** Unchanged lines are not looked at again. */
const Painted = memo(function Painted({ text }: { text: string }) {
  // An empty text would have no height.
  return <Text wrap="truncate">{text === "" ? " " : text}</Text>;
});
