/** Draws the bar of tabs above an answer, and finds the tab under the mouse. */

import { RESULT_TABS, type ResultTab } from "../state/trail.ts";
import { type Line, line, span } from "../text/line.ts";

const TITLES: Record<ResultTab, string> = { result: "Result", model: "Model", json: "JSON", timing: "Timing" };
const GAP = 2;

export function tabLine(current: ResultTab, tail: Line["spans"] = []): Line {
  const spans = RESULT_TABS.flatMap((tab) => [
    span(tab === current ? `[${TITLES[tab]}]` : ` ${TITLES[tab]} `, tab === current ? "accent" : "muted"),
  ]);
  return line(...spans, ...tail);
}

export function tabAt(column: number): ResultTab | undefined {
  let start = 0;
  return RESULT_TABS.find((tab) => {
    const end = start + TITLES[tab].length + GAP;
    const inside = column >= start && column < end;
    start = end;
    return inside;
  });
}
