/** Creates "Did you mean" hints. */
import { didYouMean as nearest } from "../host/frontend-api.ts";

/** Returns undefined if no candidate is similar. */
export function didYouMean(written: string, candidates: readonly string[]): string | undefined {
  const near = nearest(written, candidates);
  return near && `Did you mean ${near}?`;
}
