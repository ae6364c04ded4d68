/** The tabs above an answer, and which of them stands at a column. Pure. */
import { type Line, line, span } from "../text/line.ts";
import { TABS, type Tab } from "./trail.ts";

const TITLES: Record<Tab, string> = { result: "Result", model: "Model", json: "JSON", timing: "Timing" };
const GAP = 2;

export function tabLine(current: Tab, tail: Line["spans"] = []): Line {
  const spans = TABS.flatMap((tab) => [
    span(tab === current ? `[${TITLES[tab]}]` : ` ${TITLES[tab]} `, tab === current ? "accent" : "muted"),
  ]);
  return line(...spans, ...tail);
}

export function tabAt(column: number): Tab | undefined {
  let start = 0;
  return TABS.find((tab) => {
    const end = start + TITLES[tab].length + GAP;
    const inside = column >= start && column < end;
    start = end;
    return inside;
  });
}
