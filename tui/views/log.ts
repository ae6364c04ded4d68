/** Shows a log, in which each level has a symbol and a color. */
import { line, linked, marked, span, type Tone } from "../text/line.ts";
import type { RenderedView, RenderInput } from "./renderer.ts";
import { toneOf } from "./text.ts";

const SIGNS: Partial<Record<Tone, string>> = { error: "✖ ", warning: "▲ ", muted: "· " };

export function log({ view, shorten }: RenderInput): RenderedView {
  return {
    count: view.rows.length,
    head: [],
    line(index) {
      const row = view.rows[index];
      if (!row) return line();
      const tone = toneOf(row);
      const sign: Tone = tone === "plain" ? "accent" : tone;
      const where = row.location ? `${shorten(row.location.display)}:${row.location.startLine}` : "";
      return {
        spans: [
          span(SIGNS[tone] ?? "• ", sign),
          ...marked(row.text, row.marks, tone),
          span(where === "" ? "" : "  "),
          linked(span(where, "muted"), row.location),
        ],
      };
    },
    row: (index) => view.rows[index],
  };
}
