/** Finds the doc comment of a declaration, which is the comment directly above it. */
import type { Tokens } from "../lexer/tokens.ts";

/** Returns [-1, -1] if there isn't one. A comment at the end of the line above belongs to other code. */
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
  // Consecutive lines with `//` are joined.
  while (
    pair >= 2 &&
    (comments[pair - 2] as number) >= after &&
    text.startsWith("//", comments[pair] as number) &&
    text.startsWith("//", comments[pair - 2] as number) &&
    onlyOneNewline(text, comments[pair - 1] as number, comments[pair] as number)
  )
    pair -= 2;
  if (index > 0 && !text.slice(after, comments[pair]).includes("\n")) {
    // The comment is at the end of a line with code.
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
  // Without the slice, the search would continue to the end of the file.
  const between = text.slice(start, end);
  return between.indexOf("\n") === between.lastIndexOf("\n");
}
