/** Renders a line of input. If the text is too long, it is scrolled so that the caret stays visible. */
import { clean } from "../../text/clean.ts";
import { type Span, span, widthOf } from "../../text/line.ts";
import type { TextState } from "./text-input-state.ts";

/** Draws the input in at most `width` columns. */
export function drawInput({ text, caret }: TextState, width: number): Span[] {
  const space = Math.max(1, width - 1);
  // The user may have pasted a megabyte, so we only look at the part that could be visible.
  const near = space * 4 + 80;
  const before = clean(text.slice(Math.max(0, caret - near), caret));
  const after = clean(text.slice(caret, caret + near));
  const head = caret <= near && widthOf(before) <= space ? before : `…${fitting(before, space - 1, "end")}`;
  const left = space - widthOf(head);
  const whole = text.length - caret <= near && widthOf(after) <= left;
  const tail = whole ? after : left > 0 ? `${fitting(after, left - 1, "start")}…` : "";
  return [span(head), span("▏", "accent"), span(tail)];
}

/** Returns whole graphemes from either end. */
function fitting(text: string, width: number, side: "start" | "end"): string {
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  if (side === "end") graphemes.reverse();
  let used = 0;
  const over = graphemes.findIndex((each) => {
    used += widthOf(each);
    return used > width;
  });
  const visible = over < 0 ? graphemes : graphemes.slice(0, over);
  return (side === "end" ? visible.reverse() : visible).join("");
}
