/** Finds the rarest word of a sentence, which is searched if no line contains the whole sentence. */
import type { Row } from "../../core/host/frontend-api.ts";

/** Words that are too frequent to distinguish lines. */
const COMMON = new Set(
  "a all an and are as at be by can did do does for from get has have how i in is it its me my of on or show that the their there they this to was we were what when where which who why will with you".split(
    " ",
  ),
);
/** The maximum number of words, since each of them costs a search. */
const MOST_WORDS = 5;

/** Returns the words that should be searched. The result is empty for a single word, or if there are operators. */
export function searchWords(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length < 2 || words.some((word) => /^[!'^]|[*|$]/.test(word))) return [];
  const clean = words.map((word) => word.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, ""));
  const own = [...new Set(clean)].filter((word) => word.length > 1 && !COMMON.has(word.toLowerCase()));
  return own.toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS);
}

/** Returns the rows with the word that the fewest rows have. Those that contain more of the other words come first. */
export function rowsOfRarest(words: readonly string[], found: readonly (readonly Row[])[]): readonly Row[] {
  const rows = found.filter(({ length }) => length > 0).toSorted((a, b) => a.length - b.length)[0] ?? [];
  const wanted = words.map((word) => word.toLowerCase());
  const hits = ({ text, location }: Row) => {
    const line = `${text} ${location?.display ?? ""}`.toLowerCase();
    return wanted.filter((word) => line.includes(word)).length;
  };
  return rows
    .map((row) => ({ row, count: hits(row) }))
    .sort((a, b) => b.count - a.count)
    .map(({ row }) => row);
}
