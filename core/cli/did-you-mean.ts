/** "Did you mean" hints. */
import { didYouMean as nearest } from "../host/frontend-api.ts";

/** Empty if there's no similar candidate. */
export function didYouMean(written: string, candidates: readonly string[]): string | undefined {
  const near = nearest(written, candidates);
  return near && `Did you mean ${near}?`;
}
