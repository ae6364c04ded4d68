/** Counts lines of code, comment and blank lines by the rules of the file's own language (facts §3.3 without its faults). */
import type { CommentRules } from "./languages.ts";

export interface LineCounts {
  total_lines: number;
  code_lines: number;
  comment_lines: number;
  blank_lines: number;
  /** The deepest indentation of a line of code, in levels: each that is deeper than the one around it, whatever its width. */
  max_nesting_depth: number;
}

interface Delimiter {
  open: string;
  kind: "line" | "block" | "string";
  close: string;
  /** A backslash hides the next character. */
  escapes: boolean;
  /** Goes on after the end of the line. */
  spans: boolean;
}

/** What is open at the end of a line. */
interface State {
  inside: Delimiter | undefined;
  depth: number;
}

/**
 * A line is blank if it has nothing but white space (inside a comment too), code if it has any code or string, else comment.
 * A final line end opens no further line. Without rules every line that is not blank is code.
 */
export function countLines(text: string, rules: CommentRules | undefined): LineCounts {
  const counts: LineCounts = { total_lines: 0, code_lines: 0, comment_lines: 0, blank_lines: 0, max_nesting_depth: 0 };
  const delimiters = delimitersOf(rules);
  const state: State = { inside: undefined, depth: 0 };
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  /** Widths of the indentations that are open, the outermost first. */
  const levels: number[] = [];
  for (const line of lines) {
    counts.total_lines++;
    const inString = state.inside?.kind === "string";
    const kind = kindOf(line, state, delimiters, rules?.nested ?? false);
    counts[`${kind}_lines`]++;
    if (kind !== "code" || inString) continue;
    const width = widthOf(line);
    while (levels.length > 0 && levels.at(-1)! >= width) levels.pop();
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

function kindOf(line: string, state: State, delimiters: Delimiter[], nested: boolean): "code" | "comment" | "blank" {
  const start = line.search(/\S/);
  if (start < 0) return "blank";
  let comment = state.inside?.kind === "block";
  let code = state.inside?.kind === "string";
  let at = 0;
  while (at < line.length) {
    if (state.inside) {
      at = leave(line, at, state, nested);
      continue;
    }
    const found = delimiters.find((each) => line.startsWith(each.open, at) && opens(each, line, at, start));
    if (found?.kind === "line") {
      comment = true;
      break;
    }
    if (found) {
      if (found.kind === "block") comment = true;
      else code = true;
      state.inside = found;
      state.depth = 1;
      at += found.open.length;
      continue;
    }
    const literal = /^'\\?["'`]'/.exec(line.slice(at, at + 4));
    if (literal) {
      // A quote as a character constant opens no string.
      code = true;
      at += literal[0].length;
      continue;
    }
    if (!/\s/.test(line[at]!)) code = true;
    at++;
  }
  if (state.inside && !state.inside.spans) state.inside = undefined;
  return code ? "code" : comment ? "comment" : "blank";
}

/** Moves past the end of what is open, or to the end of the line. */
function leave(line: string, from: number, state: State, nested: boolean): number {
  const { open, close, escapes, kind } = state.inside!;
  for (let at = from; at < line.length; at++) {
    if (escapes && line[at] === "\\") at++;
    else if (line.startsWith(close, at)) {
      if (--state.depth === 0) {
        state.inside = undefined;
        return at + close.length;
      }
      at += close.length - 1;
    } else if (kind === "block" && nested && line.startsWith(open, at)) {
      state.depth++;
      at += open.length - 1;
    }
  }
  return line.length;
}

/** Words (`REM`, Fortran's `c`), `*` and `=begin` are comments only at the start of a line, and only as whole words. */
function opens({ open, kind }: Delimiter, line: string, at: number, start: number): boolean {
  if (kind === "string") return true;
  if (!/^[\w*=]/.test(open)) return true;
  return at === start && !/^\w\w/.test(open.at(-1)! + (line[at + open.length] ?? ""));
}

function delimitersOf(rules: CommentRules | undefined): Delimiter[] {
  if (!rules) return [];
  const strings = (pairs: string[][] | undefined, escapes: boolean, spans: (open: string) => boolean): Delimiter[] =>
    (pairs ?? []).map(([open, close]) => ({
      open: open!,
      close: close!,
      kind: "string",
      escapes,
      spans: spans(open!),
    }));
  return [
    ...(rules.line ?? []).map((open): Delimiter => ({ open, close: "", kind: "line", escapes: false, spans: false })),
    ...(rules.block ?? []).map(
      ([open, close]): Delimiter => ({ open: open!, close: close!, kind: "block", escapes: false, spans: true }),
    ),
    ...strings(rules.long, true, () => true),
    ...strings(rules.verbatim, false, () => true),
    // An apostrophe or quote without its partner is more often a misreading than a string of many lines.
    ...strings(rules.quotes, true, (open) => open !== '"' && open !== "'"),
  ].sort((a, b) => b.open.length - a.open.length);
}
