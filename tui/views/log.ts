/** A log: one entry a line, its level as a sign and a colour. */
import { leading, line, marked, span, type Tone } from "../text/line.ts";
import type { Drawn, RenderInput } from "./renderer.ts";

const SIGNS: Record<"error" | "warning" | "muted" | "plain", string> = {
  error: "✖ ",
  warning: "▲ ",
  muted: "· ",
  plain: "• ",
};

export function log({ view, shorten }: RenderInput): Drawn {
  return {
    count: view.rows.length,
    head: [],
    line(index) {
      const row = view.rows[index];
      if (!row) return line();
      const tone = row.tone ?? "plain";
      const sign: Tone = tone === "plain" ? "accent" : tone;
      const where = row.location ? `${shorten(row.location.display)}:${row.location.startLine}` : "";
      return {
        spans: [
          span(SIGNS[tone], sign),
          ...marked(row.text, row.marks, tone),
          span(where === "" ? "" : "  "),
          leading(span(where, "muted"), row.location),
        ],
      };
    },
    row: (index) => view.rows[index],
  };
}
