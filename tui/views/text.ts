/** Shows plain text, which is wrapped. */
import type { Row } from "../../core/host/frontend-api.ts";
import { clean } from "../text/clean.ts";
import { chop, line, marked, type Tone, widthOf, wrap } from "../text/line.ts";
import type { RenderedView, RenderInput } from "./renderer.ts";

interface Piece {
  row: Row;
  /** The text, if it is only a part of the row. */
  text?: string;
}

/** If a row has at least this many keys, it is minified JSON. */
const MANY = 3;

export function text({ view, width }: RenderInput): RenderedView {
  const pieces = view.rows.flatMap((row): Piece[] => {
    if (row.text.length * 2 <= width || widthOf(clean(row.text)) <= width) return [{ row }];
    // Prose wraps at words. Minified JSON only has blanks inside strings, so it wraps at the edge.
    const pieces =
      row.text.split('":').length > MANY
        ? chop(clean(row.text), Math.max(1, width))
        : wrap(row.text, Math.max(1, width));
    return pieces.map((piece) => ({ row, text: piece }));
  });
  return {
    count: pieces.length,
    head: [],
    line(index) {
      const piece = pieces[index];
      if (!piece) return line();
      const tone = toneOf(piece.row);
      return {
        spans: piece.text === undefined ? marked(piece.row.text, piece.row.marks, tone) : marked(piece.text, [], tone),
      };
    },
    row: (index) => pieces[index]?.row,
  };
}

export function toneOf({ tone }: Pick<Row, "tone">): Tone {
  return tone === "added" ? "success" : tone === "removed" ? "error" : (tone ?? "plain");
}
