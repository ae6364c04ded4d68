/** The state of the source reader, whose cursor moves by lines and by names. */
import type { Location } from "../../core/host/frontend-api.ts";
import { inSight, type ListMove, type ListState, moveList } from "../components/list/list-state.ts";
import { type Name, nameNear, namesIn } from "../text/names-in-line.ts";

/** The file that is being read, and the name under the cursor. */
export interface ReaderState {
  place: Location;
  list: ListState;
  /** The start of the name in the line of the cursor, in UTF-16 units from 0. */
  column: number;
}

export interface Preview {
  /** The absolute path of the file. */
  path: string;
  lines: readonly string[];
  fault?: string;
}

/** Number of lines to show above the requested one. */
const ABOVE = 7;

export function readerAt(place: Location): ReaderState {
  const cursor = place.startLine - 1;
  return { place, list: { cursor, top: Math.max(0, cursor - ABOVE) }, column: Math.max(0, place.startColumn - 1) };
}

/** Returns the lines of the source. There are no lines until the file is loaded. */
export function readerLines({ place }: ReaderState, preview: Preview | undefined): readonly string[] {
  return preview?.path === place.absolute ? preview.lines : [];
}

export function nameUnderCursor(reader: ReaderState, lines: readonly string[]): Name | undefined {
  return nameNear(lines[reader.list.cursor] ?? "", reader.column);
}

export function movedReader(reader: ReaderState, move: ListMove, count: number, height: number): ReaderState {
  return { ...reader, list: moveList(reader.list, move, count, height) };
}

/** Moves to the previous or next name, which may be on another line. */
export function nextName(reader: ReaderState, by: 1 | -1, lines: readonly string[], height: number): ReaderState {
  const here = namesIn(lines[reader.list.cursor] ?? "");
  const current = nameUnderCursor(reader, lines);
  const next = here[here.findIndex(({ start }) => start === current?.start) + by];
  if (current && next) return { ...reader, column: next.start };
  for (let line = reader.list.cursor + by; line >= 0 && line < lines.length; line += by) {
    const found = by > 0 ? namesIn(lines[line]!)[0] : namesIn(lines[line]!).at(-1);
    if (!found) continue;
    return { ...reader, column: found.start, list: inSight({ ...reader.list, cursor: line }, lines.length, height) };
  }
  return reader;
}

/** Returns the place under the cursor of the reader. */
export function placeUnderCursor(reader: ReaderState, lines: readonly string[]): Location {
  const { absolute, display } = reader.place;
  const name = nameUnderCursor(reader, lines);
  return { absolute, display, startLine: reader.list.cursor + 1, startColumn: (name?.start ?? 0) + 1 };
}

/**
 * Returns the place to preview. This is the place under the cursor, or the previous one until the new file has been
 * read.
 */
export function previewPlaceOf(
  place: Location | undefined,
  before: Location | undefined,
  preview: Preview | undefined,
): Location | undefined {
  if (!place || preview?.path === place.absolute) return place;
  return before && preview?.path === before.absolute ? before : place;
}
