/** Renders a list on the full screen, which can be plugins, log, doctor, help or the reader. */

import type { Location } from "../../core/host/frontend-api.ts";
import { inSight } from "../components/list/list-state.ts";
import { Lines } from "../components/painted-lines.tsx";
import { Pane } from "../components/pane.tsx";
import { inner } from "../components/rect.ts";
import type { KeyMap } from "../keymap/action.ts";
import { screenHeight } from "../layout/geometry.ts";
import { screenLines } from "../layout/screen-lines.ts";
import type { Painter } from "../look/paint.ts";
import type { ExplorerState, ScreenName } from "../state/explorer-state.ts";
import { FOOTER, HEADER } from "../state/panes.ts";
import { nameUnderCursor, readerLines } from "../state/source-reader.ts";
import { withMatches } from "../text/find-text.ts";
import { cutPath, type Line, line, lineWidth, type Span, span } from "../text/line.ts";
import type { Name } from "../text/names-in-line.ts";
import { type SourceColors, sourceLines } from "./preview.ts";

const TITLES: Record<ScreenName, string> = {
  home: "",
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
  const shown = lines.slice(top, top + height).map((each) => (state.find ? withMatches(each, state.find.text) : each));
  const aside = lines.length > height ? `${top + 1}–${top + shown.length}/${lines.length}` : "";
  return <Whole title={TITLES[state.screen]} aside={aside} lines={shown} state={state} painter={painter} />;
}

export function ReaderScreen({
  state,
  painter,
  colors,
}: {
  state: ExplorerState;
  painter: Painter;
  colors: SourceColors;
}) {
  const { overlay, preview } = state;
  if (overlay?.kind !== "reader") return null;
  const { place } = overlay;
  const source = readerLines(overlay, preview);
  const height = screenHeight(state);
  const { cursor, top } = inSight(overlay.list, source.length, height);
  const fault = preview?.path === place.absolute ? preview.fault : undefined;
  const name = nameUnderCursor({ ...overlay, list: { cursor, top } }, source);
  const lines = fault
    ? [{ spans: [{ text: fault, tone: "warning" as const }] }]
    : sourceLines(source, colors, place.display, top, height, place.startLine - 1).map((plain, index): Line => {
        const each = state.find ? withMatches(plain, state.find.text) : plain;
        return top + index === cursor ? { ...underlined(each, name), cursor: "faint" } : each;
      });
  const aside = `${name ? `${name.text}  ` : ""}${cursor + 1}/${source.length}`;
  // The frame would cut off the end, which is the important part of a path.
  const title = cutPath(colors.shorten(place.display), Math.max(1, state.columns - 10 - aside.length));
  const at = { ...place, startLine: cursor + 1, startColumn: 1 };
  const { spans = [], fixed } = lines[0] ?? {};
  const space = state.columns - 4 - lineWidth({ spans: spans.slice(0, fixed) });
  const shift = name ? shiftTo(name, source[cursor] ?? "", space) : 0;
  return <Whole title={title} place={at} aside={aside} lines={lines} shift={shift} state={state} painter={painter} />;
}

/** Scrolls sideways in steps of half the width, until the name is visible. */
function shiftTo({ start, end }: Name, source: string, space: number): number {
  const columnOf = (at: number) => lineWidth(line(source.slice(0, at)));
  const last = columnOf(end) + 1;
  if (last <= space) return 0;
  const half = Math.max(1, Math.floor(space / 2));
  return Math.min(Math.ceil((last - space) / half) * half, Math.max(0, columnOf(start) - 1));
}

/** Underlines the name. The line number is skipped. */
function underlined(rendered: Line, name: Name | undefined): Line {
  if (!name) return rendered;
  const [mark, number, ...source] = rendered.spans;
  let at = 0;
  const lit = source.flatMap((each): Span[] => {
    const from = at;
    at += each.text.length;
    const [start, end] = [Math.max(0, name.start - from), Math.min(each.text.length, name.end - from)];
    if (start >= end) return [each];
    const part = (text: string, tone = each.tone): Span[] => (text === "" ? [] : [span(text, tone)]);
    return [
      ...part(each.text.slice(0, start)),
      span(each.text.slice(start, end), "mark"),
      ...part(each.text.slice(end)),
    ];
  });
  return { ...rendered, spans: [mark!, number!, ...lit] };
}

interface WholeProps {
  title: string;
  place?: Location;
  aside: string;
  lines: readonly Line[];
  shift?: number;
  state: ExplorerState;
  painter: Painter;
}

function Whole({ title, place, aside, lines, shift = 0, state, painter }: WholeProps) {
  const rect = { x: 0, y: HEADER, width: state.columns, height: state.rows - HEADER - FOOTER };
  const { width, height } = inner(rect);
  return (
    <Pane title={title} {...(place ? { place } : {})} aside={aside} rect={rect} focused painter={painter}>
      <Lines lines={lines} painter={painter} width={width} height={height} shift={shift} />
    </Pane>
  );
}
