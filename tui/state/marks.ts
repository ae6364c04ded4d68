/** Defines marked rows, and the actions for all of them. */
import type { Location } from "../../core/host/frontend-api.ts";

export interface Mark {
  place: Location;
  text: string;
}

export type MarkCommand = "edit" | "copy" | "save" | "hand" | "clear";

/** Returns a key that consists of the file and the line. */
export const markKey = ({ absolute, startLine }: Location) => `${absolute}:${startLine}`;

export function isMarked(marks: readonly Mark[], place: Location | undefined): boolean {
  return place !== undefined && marks.some((mark) => markKey(mark.place) === markKey(place));
}
