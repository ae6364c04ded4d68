/** Renders a pane that has a frame and a title. */
import { Box } from "ink";
import type { ReactNode } from "react";
import { Painted } from "./painted-lines.tsx";
import { frameLines, type PaneFrame } from "./pane-frame.ts";

export interface PaneProps extends PaneFrame {
  children: ReactNode;
}

export function Pane({ children, ...frame }: PaneProps) {
  const { width, height } = frame.rect;
  const { top, left, right, bottom } = frameLines(frame);
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      <Painted lines={[top]} width={width} height={1} />
      <Box height={Math.max(0, height - 2)}>
        <Painted lines={left} width={2} height={Math.max(0, height - 2)} />
        <Box width={Math.max(0, width - 4)} flexDirection="column" flexShrink={0}>
          {children}
        </Box>
        <Painted lines={right} width={2} height={Math.max(0, height - 2)} />
      </Box>
      <Painted lines={[bottom]} width={width} height={1} />
    </Box>
  );
}
