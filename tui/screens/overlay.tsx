/** Renders an overlay with a frame, such as the palette, a menu, a question, a prompt or the JSON editor. */

import { Box } from "ink";
import { Lines } from "../components/painted-lines.tsx";
import { Pane } from "../components/pane.tsx";
import type { KeyMap } from "../keymap/action.ts";
import { drawOverlay } from "../layout/overlays.ts";
import type { Painter } from "../look/paint.ts";
import type { ExplorerState } from "../state/explorer-state.ts";

export interface OverlayProps {
  state: ExplorerState;
  painter: Painter;
  keys: KeyMap;
}

export function Overlay({ state, painter, keys }: OverlayProps) {
  const rendered = drawOverlay(state, keys);
  if (!rendered) return null;
  const { title, lines, rect } = rendered;
  return (
    <Box position="absolute" top={rect.y} left={rect.x}>
      <Pane title={title} rect={rect} focused fill painter={painter}>
        <Lines lines={lines} painter={painter} width={rect.width - 4} height={rect.height - 2} fill />
      </Pane>
    </Box>
  );
}
