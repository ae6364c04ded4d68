/** Suggestions for mistyped names: the one place that decides when two names are near. */
import { distance } from "fastest-levenshtein";

/** Longer words are not compared: with every name it would take seconds. */
const MAX_CHARS = 255;

/** The nearest of `known` within that many edits. */
export type NearestName = (written: string, known: readonly string[], atMost: number) => string | undefined;

/** Case, the way accents are written, and dashes for underscores do not count. */
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

/** The nearest of the words that would have been right, if any is near: a third of the letters may differ, and always two. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  return nearestName(word, known, Math.max(2, Math.floor(word.length / 3)));
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase().replaceAll("-", "_");
}
