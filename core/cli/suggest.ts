/** "Did you mean": the nearest of the words that would have been right. */
import { distance } from "fastest-levenshtein";

/** A sentence for a hint, or nothing where no candidate is near. */
export function didYouMean(written: string, candidates: readonly string[]): string | undefined {
  // Nobody mistypes a word this long; comparing it with every candidate would take seconds.
  if (written.length > 100) return undefined;
  let best: { word: string; away: number } | undefined;
  for (const word of candidates) {
    const away = distance(written.toLowerCase(), word.toLowerCase());
    if (away <= Math.max(2, word.length / 3) && (!best || away < best.away)) best = { word, away };
  }
  return best && `Did you mean ${best.word}?`;
}
