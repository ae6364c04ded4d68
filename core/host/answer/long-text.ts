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
export function countLines(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** At most `room` characters as `cost` counts them; a line that is too long by itself is cut within. */
export function shortenText(
  text: string,
  room: number,
  keep: "ends" | "head",
  cost: (text: string) => number = (part) => part.length,
): ShortText {
  const all = countLines(text) + (text === "" || text.endsWith("\n") ? 1 : 0);
  const note = (count: number) => `… ${count} ${count === 1 ? "line" : "lines"} left out …`;
  const noteCost = keep === "ends" ? cost(note(all)) + 4 : 0;
  const head = firstLines(text, Math.max(0, (room - noteCost) * (keep === "ends" ? HEAD_SHARE : 1)), cost);
  if (head.count === 0) return withinLine(keep === "ends" ? text : text.slice(0, lineEnd(text, 0)), room, cost);
  const first = text.slice(0, head.end);
  if (keep === "head") return { text: first, headLines: head.count, leftOut: all - head.count };
  const tail = lastLines(text, head.end, room - noteCost - head.size, cost);
  const leftOut = all - head.count - tail.count;
  if (leftOut <= 0) return { text, headLines: all, leftOut: 0 };
  const last = tail.count === 0 ? "" : `\n${text.slice(tail.start)}`;
  return { text: `${first}${note(leftOut)}${last}`, headLines: head.count, leftOut };
}

interface Taken {
  count: number;
  size: number;
}

/** As many whole lines as fit: of a long text only those are looked at. */
function firstLines(text: string, room: number, cost: (text: string) => number): Taken & { end: number } {
  const taken = { count: 0, size: 0, end: 0 };
  for (;;) {
    const end = lineEnd(text, taken.end);
    const more = lineCost(text, taken.end, end, room, cost);
    if (taken.size + more > room) break;
    taken.count++;
    taken.size += more;
    taken.end = end + 1;
    if (end === text.length) break;
  }
  return { ...taken, end: Math.min(taken.end, text.length) };
}

/** The same from the end, down to `from`. */
function lastLines(
  text: string,
  from: number,
  room: number,
  cost: (text: string) => number,
): Taken & { start: number } {
  const taken = { count: 0, size: 0, start: text.length };
  for (let end = text.length; end >= from; ) {
    const start = end === 0 ? 0 : Math.max(from, text.lastIndexOf("\n", end - 1) + 1);
    const more = lineCost(text, start, end, room, cost);
    if (taken.size + more > room) break;
    taken.count++;
    taken.size += more;
    taken.start = start;
    end = start - 1;
  }
  return taken;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function lineCost(text: string, start: number, end: number, room: number, cost: (text: string) => number): number {
  return end - start > room ? Number.POSITIVE_INFINITY : cost(text.slice(start, end)) + cost("\n");
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
