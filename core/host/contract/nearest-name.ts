/** Suggestions for mistyped names. */
import { distance } from "fastest-levenshtein";

/** The maximum length to compare, because comparing longer words with every name takes seconds. */
const MAX_CHARS = 255;

/** Finds the most similar name within a number of edits. */
export type NearestName = (written: string, known: readonly string[], atMost: number) => string | undefined;

/** Ignores case, Unicode normalization, and dashes versus underscores. */
export const nearestName: NearestName = (written, known, atMost) => {
  if (written.length > MAX_CHARS) return undefined;
  const folded = fold(written);
  let best: string | undefined;
  let within = atMost + 1;
  for (const name of known) {
    const other = fold(name);
    if (Math.abs(other.length - folded.length) >= within) continue;
    const away = distance(folded, other);
    if (away < within) [best, within] = [name, away];
  }
  return best;
};

/** Suggests the most similar valid word if it differs by at most two letters or a third of them. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  return nearestName(word, known, Math.max(2, Math.floor(word.length / 3)));
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase().replaceAll("-", "_");
}
