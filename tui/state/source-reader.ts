/** The source being read: moving from line to line and from name to name. Pure. */
import type { Location } from "../../core/host/frontend-api.ts";
import { inSight, type ListMove, moveList } from "../components/list/list-state.ts";
import { type Name, nameNear, namesIn } from "../text/source-names.ts";
import type { ExplorerState, ReaderState } from "./explorer-state.ts";

/** Lines above the one that somebody came for. */
const ABOVE = 7;

export function readerAt(place: Location): ReaderState {
  const cursor = place.startLine - 1;
  return { place, list: { cursor, top: Math.max(0, cursor - ABOVE) }, column: Math.max(0, place.startColumn - 1) };
}

/** The lines of the source that is read, where they are there. */
export function readerLines(state: ExplorerState): readonly string[] {
  const { overlay, preview } = state;
  return overlay?.kind === "reader" && preview?.path === overlay.place.absolute ? preview.lines : [];
}

export function nameUnderCursor(reading: ReaderState, lines: readonly string[]): Name | undefined {
  return nameNear(lines[reading.list.cursor] ?? "", reading.column);
}

export function movedReader(reading: ReaderState, move: ListMove, count: number, height: number): ReaderState {
  return { ...reading, list: moveList(reading.list, move, count, height) };
}

/** The name before or behind, also on another line. */
export function nextName(reading: ReaderState, by: 1 | -1, lines: readonly string[], height: number): ReaderState {
  const here = namesIn(lines[reading.list.cursor] ?? "");
  const current = nameUnderCursor(reading, lines);
  const next = here[here.findIndex(({ start }) => start === current?.start) + by];
  if (current && next) return { ...reading, column: next.start };
  for (let line = reading.list.cursor + by; line >= 0 && line < lines.length; line += by) {
    const found = by > 0 ? namesIn(lines[line]!)[0] : namesIn(lines[line]!).at(-1);
    if (!found) continue;
    return { ...reading, column: found.start, list: inSight({ ...reading.list, cursor: line }, lines.length, height) };
  }
  return reading;
}

/** Where the cursor stands in the source. */
export function placeUnderCursor(reading: ReaderState, lines: readonly string[]): Location {
  const { absolute, display } = reading.place;
  const name = nameUnderCursor(reading, lines);
  return { absolute, display, startLine: reading.list.cursor + 1, startColumn: (name?.start ?? 0) + 1 };
}

/** The place whose source can be shown beside the rows: that under the cursor, or the last one until its file is read. */
export function previewPlaceOf(
  { preview, previewPlace }: ExplorerState,
  place: Location | undefined,
): Location | undefined {
  if (!place || preview?.path === place.absolute) return place;
  return previewPlace && preview?.path === previewPlace.absolute ? previewPlace : place;
}
