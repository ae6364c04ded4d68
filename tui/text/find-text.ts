/** Finds text in rendered lines and highlights it. */
import { type Line, type Span, span } from "./line.ts";

/** Maximum number of matches to highlight on a line. */
const MOST = 200;

/**
 * Returns `[start, end)` of each match. The search is only case-sensitive if the text contains an upper-case letter.
 */
export function placesIn(text: string, wanted: string): [number, number][] {
  if (wanted === "") return [];
  const exact = wanted !== wanted.toLowerCase();
  const hay = exact ? text : text.toLowerCase();
  // Converting to lower case can change the length (İ), which would shift positions. Such text is compared
  // unchanged.
  const safe = hay.length === text.length ? hay : text;
  const places: [number, number][] = [];
  for (let at = safe.indexOf(wanted); at >= 0 && places.length < MOST; at = safe.indexOf(wanted, at + wanted.length))
    places.push([at, at + wanted.length]);
  return places;
}

export function textOfLine({ spans }: Line): string {
  return spans.map(({ text }) => text).join("");
}

/** Highlights the matches in a line. */
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
