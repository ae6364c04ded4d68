/** How a typed line looks: scrolled so that the caret is in sight, the caret drawn as a block. */
import { clean } from "../../text/clean.ts";
import { type Span, span, widthOf } from "../../text/line.ts";
import type { TextState } from "./text-input-state.ts";

/** Spans of at most `width` columns. The caret is a bar, so that it shows in every theme. */
export function drawInput({ text, caret }: TextState, width: number): Span[] {
  const before = clean(text.slice(0, caret));
  const after = clean(text.slice(caret));
  const room = Math.max(1, width - 1);
  let head = before;
  if (widthOf(head) > room) {
    const characters = [...new Intl.Segmenter().segment(head)].map(({ segment }) => segment);
    while (characters.length > 0 && widthOf(characters.join("")) > room - 1) characters.shift();
    head = `…${characters.join("")}`;
  }
  let tail = after;
  const left = room - widthOf(head);
  if (widthOf(tail) > left) {
    const characters = [...new Intl.Segmenter().segment(tail)].map(({ segment }) => segment);
    while (characters.length > 0 && widthOf(characters.join("")) > left - 1) characters.pop();
    tail = left > 0 ? `${characters.join("")}…` : "";
  }
  return [span(head), span("▏", "accent"), span(tail)];
}
