/** Recognizes rows that repeat a line, because a line can contain several matches. */
import type { Row } from "../../core/host/frontend-api.ts";

/** Returns true for a second match in the same line. */
export function isSameLine({ location, text }: Row, before: Row | undefined): boolean {
  const other = before?.location;
  return other?.absolute === location?.absolute && other?.startLine === location?.startLine && before?.text === text;
}
