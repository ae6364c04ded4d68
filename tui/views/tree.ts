/** Shows a tree that can be folded, nested by depth. */
import type { Row } from "../../core/host/frontend-api.ts";
import { line, linked, marked, span } from "../text/line.ts";
import type { RenderedView, RenderInput } from "./renderer.ts";
import { toneOf } from "./text.ts";

export interface Branch {
  row: Row;
  key: string;
  depth: number;
  parent: boolean;
}

export function tree({ view, arrangement, width, shorten }: RenderInput): RenderedView {
  const branches = visible(view.rows, arrangement.folded);
  return {
    count: branches.length,
    head: [],
    line(index) {
      const branch = branches[index];
      if (!branch) return line();
      const { row, depth, parent, key } = branch;
      const sign = parent ? (arrangement.folded.has(key) ? "▸ " : "▾ ") : "  ";
      const guides = "│ ".repeat(Math.min(depth, Math.max(0, Math.floor(width / 3))));
      const where = row.location ? `${shorten(row.location.display)}:${row.location.startLine}` : "";
      return {
        spans: [
          span(guides + sign, "muted"),
          ...marked(row.text, row.marks, toneOf(row)),
          span(where === "" ? "" : "  "),
          linked(span(where, "muted"), row.location),
        ],
      };
    },
    row: (index) => branches[index]?.row,
    fold: (index) => (branches[index]?.parent ? branches[index].key : undefined),
  };
}

/** Returns the visible rows. The keys are indexes into all rows. */
export function visible(rows: readonly Row[], folded: ReadonlySet<string>): Branch[] {
  const branches: Branch[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  rows.forEach((row, index) => {
    const depth = row.depth ?? 0;
    if (depth > hiddenBelow) return;
    const key = String(index);
    const parent = (rows[index + 1]?.depth ?? 0) > depth;
    hiddenBelow = parent && folded.has(key) ? depth : Number.POSITIVE_INFINITY;
    branches.push({ row, key, depth, parent });
  });
  return branches;
}
