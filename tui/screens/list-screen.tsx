/** A whole-screen list: plugins, log, doctor, help; and the reader, which shows a file. */

import { Lines } from "../components/lines.tsx";
import { inSight } from "../components/list/list-state.ts";
import { Pane } from "../components/pane.tsx";
import type { Painter } from "../look/paint.ts";
import type { KeyMap } from "../session/commands.ts";
import { screenHeight } from "../session/geometry.ts";
import { FOOTER, HEADER, inner } from "../session/layout.ts";
import { screenLines } from "../session/screen-lines.ts";
import type { ExplorerState, ScreenName } from "../session/state.ts";
import { lit } from "../text/find.ts";
import { cutPath, type Line } from "../text/line.ts";
import { type Colours, sourceLines } from "./preview.ts";

const TITLES: Record<ScreenName, string> = {
  explore: "",
  plugins: "Plugins",
  log: "Log",
  doctor: "Doctor",
  help: "Keys",
};

export interface ListScreenProps {
  state: ExplorerState;
  painter: Painter;
  keys: KeyMap;
}

export function ListScreen({ state, painter, keys }: ListScreenProps) {
  const lines = screenLines(state, keys);
  const height = screenHeight(state);
  const top = Math.max(0, Math.min(state.list.top, lines.length - height));
  const shown = lines.slice(top, top + height).map((each) => (state.find ? lit(each, state.find.text) : each));
  const aside = lines.length > height ? `${top + 1}–${top + shown.length}/${lines.length}` : "";
  return <Whole title={TITLES[state.screen]} aside={aside} lines={shown} state={state} painter={painter} />;
}

export function ReaderScreen({
  state,
  painter,
  colours,
}: {
  state: ExplorerState;
  painter: Painter;
  colours: Colours;
}) {
  const { overlay, preview, place } = state;
  if (overlay?.kind !== "reader" || !preview || !place) return null;
  const height = screenHeight(state);
  const { cursor, top } = inSight(overlay.list, preview.lines.length, height);
  const lines = preview.fault
    ? [{ spans: [{ text: preview.fault, tone: "warning" as const }] }]
    : sourceLines(preview.lines, colours, place.display, top, height, overlay.line).map((plain, index): Line => {
        const each = state.find ? lit(plain, state.find.text) : plain;
        return top + index === cursor ? { ...each, cursor: "faint" } : each;
      });
  const aside = `${cursor + 1}/${preview.lines.length}`;
  // The frame cuts titles at their end; the end of a path says most.
  const title = cutPath(colours.shorten(place.display), Math.max(1, state.columns - 10 - aside.length));
  return <Whole title={title} aside={aside} lines={lines} state={state} painter={painter} />;
}

interface WholeProps {
  title: string;
  aside: string;
  lines: readonly Line[];
  state: ExplorerState;
  painter: Painter;
}

function Whole({ title, aside, lines, state, painter }: WholeProps) {
  const rect = { x: 0, y: HEADER, width: state.columns, height: state.rows - HEADER - FOOTER };
  const { width, height } = inner(rect);
  return (
    <Pane title={title} aside={aside} rect={rect} focused painter={painter}>
      <Lines lines={lines} painter={painter} width={width} height={height} />
    </Pane>
  );
}
