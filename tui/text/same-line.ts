/** Detects rows on the same line, which happens if there are multiple matches. */
import type { Row } from "../../core/host/frontend-api.ts";

/** Returns true from the second match on. */
export function isSameLine({ location, text }: Row, before: Row | undefined): boolean {
  const other = before?.location;
  return other?.absolute === location?.absolute && other?.startLine === location?.startLine && before?.text === text;
}
