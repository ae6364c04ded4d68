/** Shows matches by file, with headings that can be folded, line numbers, and highlighted matches. */
import type { Row } from "../../core/host/frontend-api.ts";
import { clean } from "../text/clean.ts";
import { cutPath, type Line, line, linked, marked, type Span, span, widthOf } from "../text/line.ts";
import { isSameLine } from "../text/same-line.ts";
import type { RenderedView, RenderInput } from "./renderer.ts";
import { toneOf } from "./text.ts";

type Item =
  | { kind: "file"; path: string; first: Row; matches: number; key: string }
  | { kind: "row"; row: Row; marks: [number, number][] };

const MAX_ABOVE = 3;

export function matches({ view, arrangement, width, shorten }: RenderInput): RenderedView {
  const before = view.rows.findIndex(({ location }) => location !== undefined);
  // A short summary doesn't scroll, so the cursor begins on a match and there is a source to show.
  const above = before > 0 && before <= MAX_ABOVE ? before : 0;
  const items = itemsOf(view.rows.slice(above), arrangement.folded);
  const gutter = Math.max(3, ...view.rows.slice(0, 2000).map((row) => String(row.location?.startLine ?? 0).length));
  const draw = (item: Item): Line => {
    if (item.kind === "file") {
      const sign = arrangement.folded.has(item.key) ? "▸" : "▾";
      return line(
        span(`${sign} `, "muted"),
        linked(span(cutPath(shorten(item.path), Math.max(1, width - 8)), "title"), item.first.location),
        span(`  ${item.matches}`, "muted"),
      );
    }
    const { row } = item;
    if (!row.location) return line(span(row.text, toneOf(row)));
    const number = `${String(row.location.startLine).padStart(gutter)}  `;
    const marked = { ...row, marks: item.marks };
    return { spans: [linked(span(number, "muted"), row.location), ...around(marked, width - number.length)] };
  };
  return {
    count: items.length,
    head: view.rows.slice(0, above).map((row) => line(span(row.text, toneOf(row)))),
    line: (index) => (items[index] ? draw(items[index]) : line()),
    row: (index) => {
      const item = items[index];
      if (item?.kind === "row") return item.row;
      // A heading acts as its first match, because otherwise a jump from it would open nothing.
      return item?.first;
    },
    text: (index) => {
      const item = items[index];
      return item?.kind === "row" ? item.row.text : item ? shorten(item.path) : "";
    },
    fold: (index) => {
      const item = items[index];
      if (item?.kind === "file") return item.key;
      return item?.row.location?.display;
    },
  };
}

/** Merges the matches on one line. */
function itemsOf(rows: readonly Row[], folded: ReadonlySet<string>): Item[] {
  const items: Item[] = [];
  let heading: Extract<Item, { kind: "file" }> | undefined;
  for (const row of rows) {
    const path = row.location?.display;
    if (path !== undefined && heading?.path !== path) {
      heading = { kind: "file", path, first: row, matches: 0, key: path };
      items.push(heading);
    }
    if (path === undefined) heading = undefined;
    else heading!.matches++;
    const last = items.at(-1);
    const marks = [...(row.marks ?? [])];
    if (path !== undefined && last?.kind === "row" && isSameLine(row, last.row)) last.marks.push(...marks);
    else if (path === undefined || !folded.has(path)) items.push({ kind: "row", row, marks });
  }
  return items;
}

/** Returns the text without its indentation, scrolled to the first match. */
function around(given: Row, space: number): Span[] {
  const row = withoutPath(given);
  const indent = row.text.length - row.text.trimStart().length;
  const [start, end] = row.marks?.[0] ?? [indent, indent];
  let from = Math.min(indent, start);
  const needed = widthOf(clean(row.text.slice(from, Math.min(end, start + space))));
  // We show as much as fits, including a few characters before the match.
  if (needed > space) from = Math.max(from, Math.min(start - Math.floor(space / 3), row.text.length - space + 1));
  const text = row.text.slice(from, from + space * 4);
  const marks = row.marks?.map(([a, b]): [number, number] => [a - from, b - from]);
  const spans = marked(text, marks, toneOf(row));
  return from > indent ? [span("…", "muted"), ...spans] : spans;
}

/** Removes the path from `a.cs:3: text`, since the heading has it already. */
function withoutPath(row: Row): Row {
  const path = row.location?.display;
  if (path === undefined || !row.text.startsWith(path)) return row;
  const lead = path.length + (/^(:\d+)*:?\s*/.exec(row.text.slice(path.length))?.[0].length ?? 0);
  return { ...row, text: row.text.slice(lead), marks: (row.marks ?? []).map(([a, b]) => [a - lead, b - lead]) };
}
