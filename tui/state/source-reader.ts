/** Implements the source reader. The cursor moves by line or by name. */
import type { Location } from "../../core/host/frontend-api.ts";
import { inSight, type ListMove, type ListState, moveList } from "../components/list/list-state.ts";
import { type Name, nameNear, namesIn } from "../text/names-in-line.ts";

/** The file, and the name under the cursor. */
export interface ReaderState {
  place: Location;
  list: ListState;
  /** The start of the name in UTF-16 units, which starts at 0. */
  column: number;
}

export interface Preview {
  /** The absolute path. */
  path: string;
  lines: readonly string[];
  fault?: string;
}

/** The number of context lines above the requested line. */
const ABOVE = 7;

export function readerAt(place: Location): ReaderState {
  const cursor = place.startLine - 1;
  return { place, list: { cursor, top: Math.max(0, cursor - ABOVE) }, column: Math.max(0, place.startColumn - 1) };
}

/** Returns the lines, or none until the file is loaded. */
export function readerLines({ place }: ReaderState, preview: Preview | undefined): readonly string[] {
  return preview?.path === place.absolute ? preview.lines : [];
}

export function nameUnderCursor(reader: ReaderState, lines: readonly string[]): Name | undefined {
  return nameNear(lines[reader.list.cursor] ?? "", reader.column);
}

export function movedReader(reader: ReaderState, move: ListMove, count: number, height: number): ReaderState {
  return { ...reader, list: moveList(reader.list, move, count, height) };
}

/** Goes to the next name, which may be on another line. */
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

export function placeUnderCursor(reader: ReaderState, lines: readonly string[]): Location {
  const { absolute, display } = reader.place;
  const name = nameUnderCursor(reader, lines);
  return { absolute, display, startLine: reader.list.cursor + 1, startColumn: (name?.start ?? 0) + 1 };
}

/** Returns the place of the preview. It follows the cursor, but not before the new file has been read. */
export function previewPlaceOf(
  place: Location | undefined,
  before: Location | undefined,
  preview: Preview | undefined,
): Location | undefined {
  if (!place || preview?.path === place.absolute) return place;
  return before && preview?.path === before.absolute ? before : place;
}
