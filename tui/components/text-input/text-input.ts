/** Renders an input line. It is scrolled so that the caret is visible. */
import { clean } from "../../text/clean.ts";
import { type Span, span, widthOf } from "../../text/line.ts";
import type { TextState } from "./text-input-state.ts";

/** Returns spans with a total width of at most `width` columns. */
export function drawInput({ text, caret }: TextState, width: number): Span[] {
  const space = Math.max(1, width - 1);
  // For a megabyte of pasted text, use only the part that can be visible.
  const near = space * 4 + 80;
  const before = clean(text.slice(Math.max(0, caret - near), caret));
  const after = clean(text.slice(caret, caret + near));
  const head = caret <= near && widthOf(before) <= space ? before : `…${fitting(before, space - 1, "end")}`;
  const left = space - widthOf(head);
  const whole = text.length - caret <= near && widthOf(after) <= left;
  const tail = whole ? after : left > 0 ? `${fitting(after, left - 1, "start")}…` : "";
  return [span(head), span("▏", "accent"), span(tail)];
}

/** Returns as many whole graphemes from the start or end as fit. */
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
