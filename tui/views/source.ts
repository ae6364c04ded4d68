/** Shows source code with line numbers and colors. */
import { type Line, line, type Span, span } from "../text/line.ts";
import type { RenderedView, RenderInput } from "./renderer.ts";
import { toneOf } from "./text.ts";

/** The number of lines to highlight at once. It covers a screen, but doesn't take longer than a frame. */
const BLOCK = 80;

export function source({ view, highlight, languageOf }: RenderInput): RenderedView {
  const { rows } = view;
  // If some rows have a place, the others are headings.
  const placed = rows.some((row) => row.location);
  const numbers = rows.map((row, index) => (placed ? (row.location?.startLine ?? "") : index + 1));
  const gutter = Math.max(1, ...numbers.map((number) => String(number).length));
  const first = rows[0]?.location?.display;
  const language = view.language ?? (first === undefined ? undefined : languageOf(first));
  const blocks = new Map<number, Span[][]>();
  const colored = (index: number): Span[] => {
    const at = Math.floor(index / BLOCK);
    let block = blocks.get(at);
    if (!block) {
      const lines = rows.slice(at * BLOCK, (at + 1) * BLOCK).map((row) => row.text);
      block = highlight(lines, language);
      blocks.set(at, block);
    }
    return block[index - at * BLOCK] ?? [];
  };
  return {
    count: rows.length,
    head: [],
    line(index): Line {
      if (!rows[index]) return line();
      const { tone, text } = rows[index];
      const code = tone ? [span(text, toneOf({ tone }))] : colored(index);
      return {
        fixed: 1,
        spans: [
          span(`${String(numbers[index]).padStart(gutter)} ${numbers[index] === "" ? " " : "│"} `, "muted"),
          ...code,
        ],
      };
    },
    row: (index) => rows[index],
    text: (index) => rows[index]?.text ?? "",
  };
}
