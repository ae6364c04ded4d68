/** The comment that documents a declaration: the last block of comments directly before it. */
import type { Tokens } from "../lexer/tokens.ts";

/** Start and end, or -1 and -1. A comment that ends the line of something else documents that. */
export function findDoc(tokens: Tokens, at: { startAt: number; headAt: number }): [start: number, end: number] {
  const before = docBefore(tokens, at.startAt);
  return before[0] < 0 && at.headAt > at.startAt ? docBefore(tokens, at.headAt) : before;
}

function docBefore(tokens: Tokens, index: number): [number, number] {
  const { comments, text } = tokens;
  const start = tokens.starts[index] as number;
  const after = index > 0 ? (tokens.ends[index - 1] as number) : 0;
  let pair = lastBefore(comments, start);
  if (pair < 0 || (comments[pair] as number) < after) return [-1, -1];
  if (!onlyOneNewline(text, comments[pair + 1] as number, start)) return [-1, -1];
  const end = comments[pair + 1] as number;
  // Lines of `//` belong together.
  while (
    pair >= 2 &&
    (comments[pair - 2] as number) >= after &&
    text.startsWith("//", comments[pair] as number) &&
    text.startsWith("//", comments[pair - 2] as number) &&
    onlyOneNewline(text, comments[pair - 1] as number, comments[pair] as number)
  )
    pair -= 2;
  if (index > 0 && !text.slice(after, comments[pair]).includes("\n")) {
    // The first of them ends the line before: it is not ours.
    if (comments[pair + 1] === end) return [-1, -1];
    pair += 2;
  }
  return [comments[pair] as number, end];
}

function lastBefore(comments: number[], offset: number): number {
  let low = 0;
  let high = comments.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle * 2] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return low * 2 - 2;
}

function onlyOneNewline(text: string, start: number, end: number): boolean {
  // The stretch alone: a search in the whole text would go on to its end.
  const between = text.slice(start, end);
  return between.indexOf("\n") === between.lastIndexOf("\n");
}
