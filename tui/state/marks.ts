/** Marked rows, and what can be done with all of them. */
import type { Location } from "../../core/host/frontend-api.ts";

export interface Mark {
  place: Location;
  text: string;
}

export type MarkCommand = "edit" | "copy" | "save" | "hand" | "clear";

/** File and line. */
export const markKey = ({ absolute, startLine }: Location) => `${absolute}:${startLine}`;

export function isMarked(marks: readonly Mark[], place: Location | undefined): boolean {
  return place !== undefined && marks.some((mark) => markKey(mark.place) === markKey(place));
}
