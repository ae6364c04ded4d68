/** Suggests names for mistyped ones ("Did you mean ..."). */
import { distance } from "fastest-levenshtein";

/** Comparing longer words with all names would take seconds. */
const MAX_CHARS = 255;

/** Finds the most similar name within `atMost` edits. */
export type NearestName = (written: string, known: readonly string[], atMost: number) => string | undefined;

/** The comparison ignores case, normalizes Unicode, and treats `-` and `_` as equal. */
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

/** Two changes make any short word into many others, unless they swap letters. */
const SHORT = 4;

/**
 * Returns the most similar known word. It may differ by two letters, or by a third of them for long words. Short
 * words may differ by one letter, or by the order of their letters.
 */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  if (word.length > SHORT) return nearestName(word, known, Math.max(2, Math.floor(word.length / 3)));
  const letters = (name: string) => [...fold(name)].sort().join("");
  const swapped = known.filter((name) => letters(name) === letters(word));
  return nearestName(word, known, 1) ?? nearestName(word, swapped, 2);
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase().replaceAll("-", "_");
}
