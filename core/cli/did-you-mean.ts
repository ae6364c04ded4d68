/** "Did you mean": the nearest of the words that would have been right, as a sentence. */
import { didYouMean as nearest } from "../host/frontend-api.ts";

/** A sentence for a hint; empty if no candidate is near. */
export function didYouMean(written: string, candidates: readonly string[]): string | undefined {
  const near = nearest(written, candidates);
  return near && `Did you mean ${near}?`;
}
