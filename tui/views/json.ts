/** Shows JSON with colors, which can be folded. */
import type { Json, Row, View } from "../../core/host/frontend-api.ts";
import { type Line, line, type Span, span } from "../text/line.ts";
import type { RenderedView, RenderInput } from "./renderer.ts";

export function json({ view, arrangement }: RenderInput): RenderedView {
  const lines = visible(view.rows, arrangement.folded);
  return {
    count: lines.length,
    head: [],
    line: (index) => (lines[index] ? draw(lines[index], arrangement.folded) : line()),
    row: (index) => lines[index]?.row,
    fold: (index) => (lines[index]?.opens ? lines[index].key : undefined),
  };
}

export function jsonView(value: Json): View {
  const text = JSON.stringify(value, null, 2) ?? "null";
  return { rows: text.split("\n").map((each) => ({ text: each })) };
}

interface Shown {
  row: Row;
  key: string;
  opens: boolean;
}

const OPENS = /[[{]$/;

/** Hides everything with more indentation, plus the closing bracket. */
function visible(rows: readonly Row[], folded: ReadonlySet<string>): Shown[] {
  const shown: Shown[] = [];
  let hiddenFrom = -1;
  rows.forEach((row, index) => {
    const indent = row.text.length - row.text.trimStart().length;
    if (hiddenFrom >= 0) {
      if (indent > hiddenFrom) return;
      hiddenFrom = -1;
      if (/^\s*[\]}],?$/.test(row.text)) return;
    }
    const key = String(index);
    const opens = OPENS.test(row.text);
    if (opens && folded.has(key)) hiddenFrom = indent;
    shown.push({ row, key, opens });
  });
  return shown;
}

const PARTS = /^(\s*)("(?:[^"\\]|\\.)*")(:\s*)(.*)$/;

function draw({ row, key, opens }: Shown, folded: ReadonlySet<string>): Line {
  const sign = span(opens ? (folded.has(key) ? "▸ " : "▾ ") : "  ", "muted");
  const rest = opens && folded.has(key) ? span(row.text.endsWith("{") ? " … }" : " … ]", "muted") : span("");
  const [, indent, name, colon, value] = PARTS.exec(row.text) ?? [];
  if (name === undefined) return { spans: [sign, ...valueSpans(row.text), rest] };
  return { spans: [sign, span(indent ?? ""), span(name, "key"), span(colon ?? ""), ...valueSpans(value ?? ""), rest] };
}

function valueSpans(text: string): Span[] {
  const trimmed = text.trim().replace(/,$/, "");
  if (trimmed.startsWith('"')) return [span(text, "string")];
  if (/^(-?\d|true$|false$|null$)/.test(trimmed)) return [span(text, "number")];
  return [span(text)];
}
