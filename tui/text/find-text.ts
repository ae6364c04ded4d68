/** Searches in rendered lines and highlights the matches. */
import { type Line, type Span, span } from "./line.ts";

/** The maximum number of matches on each line. */
const MOST = 200;

/** Returns `[start, end)` pairs. An upper-case letter makes the search case-sensitive. */
export function placesIn(text: string, wanted: string): [number, number][] {
  if (wanted === "") return [];
  const exact = wanted !== wanted.toLowerCase();
  const hay = exact ? text : text.toLowerCase();
  // The lower case of İ has a different length, which would shift all positions. In that case we compare the text without
  // converting it.
  const safe = hay.length === text.length ? hay : text;
  const places: [number, number][] = [];
  for (let at = safe.indexOf(wanted); at >= 0 && places.length < MOST; at = safe.indexOf(wanted, at + wanted.length))
    places.push([at, at + wanted.length]);
  return places;
}

export function textOfLine({ spans }: Line): string {
  return spans.map(({ text }) => text).join("");
}

export function withMatches(line: Line, wanted: string): Line {
  const places = placesIn(textOfLine(line), wanted);
  if (places.length === 0) return line;
  const spans: Span[] = [];
  let from = 0;
  for (const each of line.spans) {
    const to = from + each.text.length;
    let at = from;
    for (const [start, end] of places) {
      const [a, b] = [Math.max(at, start), Math.min(to, end)];
      if (a >= b) continue;
      if (a > at) spans.push({ ...each, text: each.text.slice(at - from, a - from) });
      spans.push(span(each.text.slice(a - from, b - from), "mark"));
      at = b;
    }
    if (at < to || each.text === "") spans.push({ ...each, text: each.text.slice(at - from) });
    from = to;
  }
  return { ...line, spans };
}
