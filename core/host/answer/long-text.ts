/** Cuts a long text to whole lines: its beginning and its end, or its beginning alone. */

/** The share of the beginning where both are kept. */
const HEAD_SHARE = 0.7;

export interface ShortText {
  text: string;
  /** Whole lines kept at the beginning, and left out. */
  headLines: number;
  leftOut: number;
}

/** Lines of a text; a line end at its end opens none. */
export function linesIn(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** At most `room` characters as `cost` counts them; a line that is too long by itself is cut within. */
export function shortened(
  text: string,
  room: number,
  keep: "ends" | "head",
  cost: (text: string) => number = (part) => part.length,
): ShortText {
  const lines = text.split("\n");
  const note = (count: number) => `… ${count} ${count === 1 ? "line" : "lines"} left out …`;
  const noteCost = keep === "ends" ? cost(note(lines.length)) + 4 : 0;
  const head = taken(lines, Math.max(0, (room - noteCost) * (keep === "ends" ? HEAD_SHARE : 1)), cost);
  if (head.count === 0) return withinLine(keep === "ends" ? text : lines[0]!, room, cost);
  if (keep === "head") {
    const whole = head.count === lines.length;
    const text = `${lines.slice(0, head.count).join("\n")}${whole ? "" : "\n"}`;
    return { text, headLines: head.count, leftOut: lines.length - head.count };
  }
  const tail = taken(lines.slice(head.count).toReversed(), room - noteCost - head.size, cost);
  const leftOut = lines.length - head.count - tail.count;
  if (leftOut <= 0) return { text, headLines: lines.length, leftOut: 0 };
  const kept = [...lines.slice(0, head.count), note(leftOut), ...lines.slice(lines.length - tail.count)];
  return { text: kept.join("\n"), headLines: head.count, leftOut };
}

function taken(
  lines: readonly string[],
  room: number,
  cost: (text: string) => number,
): { count: number; size: number } {
  let size = 0;
  let count = 0;
  for (const line of lines) {
    const more = line.length > room ? Number.POSITIVE_INFINITY : cost(line) + cost("\n");
    if (size + more > room) break;
    size += more;
    count++;
  }
  return { count, size };
}

/** One line without end: its first and last characters. */
function withinLine(text: string, room: number, cost: (text: string) => number): ShortText {
  const each = cost(text.slice(0, 2000)) / Math.max(1, Math.min(2000, text.length));
  const most = Math.max(0, Math.floor((room - 40) / Math.max(1, each)));
  if (most >= text.length) return { text, headLines: 1, leftOut: 0 };
  const head = Math.floor(most * HEAD_SHARE);
  const left = text.length - most;
  const kept = `${text.slice(0, head).toWellFormed()}… ${left} characters left out …${text.slice(text.length - (most - head)).toWellFormed()}`;
  return { text: kept, headLines: 0, leftOut: 1 };
}
