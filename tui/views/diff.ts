/** Shows a plan for review, with files that can be folded, hunks with checkboxes, and a colored diff. */
import type { Row } from "../../core/host/frontend-api.ts";
import { line, linked, span } from "../text/line.ts";
import type { RenderedView, RenderInput } from "./renderer.ts";
import { toneOf } from "./text.ts";

interface DiffLine {
  row: Row;
  /** This is only set on the first line of a file. */
  file?: string;
  /** True for the first line of a hunk. */
  isHead: boolean;
}

export function diff({ view, arrangement, shorten }: RenderInput): RenderedView {
  const { folded, leftOut } = arrangement;
  const lines = visible(view.rows, folded);
  return {
    count: lines.length,
    head: [],
    line(index) {
      const shown = lines[index];
      if (!shown) return line();
      const { row, file, isHead } = shown;
      if (file !== undefined) {
        const title = linked(span(row.location ? shorten(row.location.display) : row.text, "title"), row.location);
        return line(span(folded.has(file) ? "▸ " : "▾ ", "muted"), title, span(movedTo(row), "muted"));
      }
      if (row.hunk === undefined) return line(span(row.text, toneOf(row)));
      const isOut = leftOut?.has(row.hunk) === true;
      const box = isHead ? (isOut ? "☐ " : "☑ ") : "  ";
      return line(span(`  ${box}`, isOut ? "muted" : "accent"), span(row.text, isOut ? "muted" : toneOf(row)));
    },
    row: (index) => lines[index]?.row,
    fold: (index) => lines[index]?.file,
  };
}

/** Returns the new path, or a note that the file is new or deleted. */
function movedTo({ text }: Row): string {
  const [old = "", next = ""] = text.split("\n").map((name) => name.slice(4));
  if (old === "/dev/null") return "  new file";
  if (next === "/dev/null") return "  deleted";
  return old.slice(2) === next.slice(2) ? "" : `  → ${next.slice(2)}`;
}

function visible(rows: readonly Row[], folded: ReadonlySet<string>): DiffLine[] {
  const lines: DiffLine[] = [];
  let isHidden = false;
  let hunk: number | undefined;
  rows.forEach((row, index) => {
    if (row.hunk === undefined && row.text.startsWith("--- ")) {
      const file = String(index);
      isHidden = folded.has(file);
      lines.push({ row, file, isHead: false });
    } else if (!isHidden) lines.push({ row, isHead: row.hunk !== hunk });
    hunk = row.hunk;
  });
  return lines;
}
