/** A framed box over the panes: palette, menu, question, prompt. */
import { Box } from "ink";
import type { Painter } from "../look/paint.ts";
import type { Line } from "../text/line.ts";
import { Lines } from "./lines.tsx";
import { Pane } from "./pane.tsx";

export interface DialogProps {
  title: string;
  lines: readonly Line[];
  painter: Painter;
  columns: number;
  rows: number;
  /** Columns wanted. */
  width: number;
}

export function Dialog({ title, lines, painter, columns, rows, width }: DialogProps) {
  const outer = Math.max(20, Math.min(width, columns - 2));
  const height = Math.min(lines.length + 2, rows - 2);
  return (
    <Box
      position="absolute"
      top={Math.max(1, Math.floor((rows - height) / 3))}
      left={Math.max(0, Math.floor((columns - outer) / 2))}
    >
      <Pane title={title} rect={{ width: outer, height }} focused painter={painter}>
        <Lines lines={lines} painter={painter} width={outer - 4} height={height - 2} fill />
      </Pane>
    </Box>
  );
}
