/** Counts code, comment and blank lines. */

import type { CommentRules } from "./language-forms.ts";
import { createLineScanner } from "./line-scanner.ts";

export type LineCounts = {
  total_lines: number;
  code_lines: number;
  comment_lines: number;
  blank_lines: number;
  /** Nesting depth by indentation. Each deeper indentation is one level, whatever its width. */
  max_nesting_depth: number;
};

/**
 * Whitespace-only lines are blank, even in comments. Lines with any code or string are code, all others are comments. A trailing
 * line break doesn't start another line. Without rules, all non-blank lines are code.
 */
export function countLines(text: string, rules: CommentRules | undefined): LineCounts {
  const counts: LineCounts = { total_lines: 0, code_lines: 0, comment_lines: 0, blank_lines: 0, max_nesting_depth: 0 };
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  const scanner = createLineScanner(rules ?? { name: "" }, lines);
  /** Widths of enclosing indentations, outermost first. */
  const levels: number[] = [];
  for (const line of lines) {
    counts.total_lines++;
    const inString = scanner.inString();
    const kind = scanner.next(line);
    counts[`${kind}_lines`]++;
    if (kind !== "code" || inString) continue;
    const width = widthOf(line);
    while ((levels.at(-1) ?? -1) >= width) levels.pop();
    if (width > 0) levels.push(width);
    counts.max_nesting_depth = Math.max(counts.max_nesting_depth, levels.length);
  }
  return counts;
}

const TAB_WIDTH = 4;

function widthOf(line: string): number {
  let width = 0;
  for (const char of line) {
    if (char === " ") width++;
    else if (char === "\t") width += TAB_WIDTH;
    else break;
  }
  return width;
}
