/** Line scanner that keeps track of multi-line strings, comments and here-documents. */
import { BACKSLASH, type CommentRules, type Form } from "./language-forms.ts";

/** A string, comment, or something to skip. */
interface Opening {
  kind: "line" | "block" | "string" | "heredoc" | "indented" | "regexp" | "skip";
  open: string;
  form?: Form;
  nests?: boolean;
}

/** Open constructs. A hole is code inside a string. */
type Inside =
  | { kind: "hole"; depth: number }
  | { kind: "block" | "string"; depth: number; spans: boolean; nests: boolean; end: RegExp };

export type LineKind = "code" | "comment" | "blank";

export interface LineScanner {
  /** True if the next line starts in a string. */
  inString(): boolean;
  /** True if the next line starts in a block comment. */
  inComment(): boolean;
  next(line: string): LineKind;
}

/** Quotes that don't start a string: character literals and escaped ones. */
const SKIPPED = "'\\\\?[\"'`]'|\\\\[\"'`]";
/** A slash in operand position. `REGEXP` checks the rest. */
const REGEXP_OPEN =
  "/(?<=(?:^|[=(,:;!&|?{}\\[+\\-*%~^]|=>|\\b(?:return|typeof|case|in|of|do|else|void|delete|new|throw|yield|await))\\s*/)(?![*/])";
const REGEXP = "/(?:[^\\\\/[]|\\\\.|\\[(?:[^\\]\\\\]|\\\\.)*\\])+/";

export function createLineScanner(rules: CommentRules, lines: readonly string[]): LineScanner {
  const openings = openingsOf(rules);
  const alternatives = openings.map(({ open }, index) => `(?<o${index}>${open})`).join("|");
  const opener = new RegExp(alternatives, "g");
  const openerInHole = new RegExp(`${alternatives}|(?<brace>[{}])`, "g");
  const each = openings.map(({ open }) => new RegExp(open, "y"));
  const regexp = new RegExp(REGEXP, "y");
  const indented = rules.indented === undefined ? undefined : new RegExp(rules.indented);
  const ends = new Map<string, RegExp>();
  const stack: Inside[] = [];
  /** Terminators of pending here-documents, in order. */
  const heredocs: string[] = [];
  let indentedBeyond: number | undefined;
  let commentGoesOn = false;
  let number = -1;
  /** Last line that starts with each word. If a terminator doesn't occur later, it isn't a here-document. */
  let lastWith: Map<string, number> | undefined;

  function endsLater(word: string): boolean {
    lastWith ??= new Map(lines.map((line, index) => [firstWord(line), index]));
    return (lastWith.get(word) ?? -1) > number;
  }

  function begin({ kind, open, nests = false }: Opening, form: Form, fence: string): void {
    const { close, spans = false } = form;
    const source = [
      ...(form.escape ? [`(?<escape>${form.escape})`] : []),
      ...(form.hole ? [`(?<hole>${form.hole})`] : []),
      `(?<close>${close.replace("$1", () => literally(fence))})`,
      ...(nests ? [`(?<nest>${open})`] : []),
    ].join("|");
    const end = ends.get(source) ?? new RegExp(source, "g");
    ends.set(source, end);
    stack.push({ kind: kind as "block" | "string", depth: 1, spans, nests, end });
  }

  /** Handles lines that are entirely within an open construct. */
  function wholeLine(line: string): LineKind | undefined {
    if (!/\S/.test(line)) return "blank";
    if (heredocs.length > 0) {
      if (firstWord(line) === heredocs[0]) heredocs.shift();
      return "code";
    }
    if (indentedBeyond !== undefined) {
      if (line.search(/\S/) > indentedBeyond) return "code";
      indentedBeyond = undefined;
    }
    if (!commentGoesOn) return undefined;
    commentGoesOn = line.endsWith("\\");
    return "comment";
  }

  function next(line: string): LineKind {
    number++;
    const whole = wholeLine(line);
    if (whole) return whole;
    let comment = stack.at(-1)?.kind === "block";
    let code = stack.at(-1)?.kind === "string";
    /** The line break is escaped. */
    let escaped = false;
    /** There are no regex literals on this line. */
    let noRegexp = false;
    let at = 0;
    while (at < line.length) {
      const inside = stack.at(-1);
      if (inside && inside.kind !== "hole") {
        inside.end.lastIndex = at;
        const found = inside.end.exec(line);
        if (!found) break;
        at = found.index + found[0].length;
        const { escape: hidden, hole, close } = found.groups ?? {};
        if (hidden !== undefined) escaped = hidden === "\\";
        else if (hole !== undefined) stack.push({ kind: "hole", depth: 0 });
        else if (close === undefined) inside.depth++;
        else if (--inside.depth === 0) stack.pop();
        continue;
      }
      const search = inside ? openerInHole : opener;
      search.lastIndex = at;
      const found = alternatives === "" ? null : search.exec(line);
      if (/\S/.test(line.slice(at, found?.index))) code = true;
      if (!found) break;
      at = found.index + found[0].length;
      if (inside && found.groups?.brace !== undefined) {
        if (found[0] === "{") inside.depth++;
        else if (--inside.depth < 0) stack.pop();
        continue;
      }
      const index = openings.findIndex((_, one) => found.groups?.[`o${one}`] !== undefined);
      const opening = openings[index];
      if (!opening) break;
      if (opening.kind === "line") {
        comment = true;
        commentGoesOn = rules.continued === true && line.endsWith("\\");
        break;
      }
      if (opening.kind === "block") comment = true;
      else code = true;
      if (opening.kind === "regexp" && !noRegexp) {
        regexp.lastIndex = found.index;
        if (regexp.test(line)) at = regexp.lastIndex;
        else noRegexp = true;
      } else if (opening.kind === "heredoc" || opening.form) {
        const pattern = each[index];
        if (pattern) pattern.lastIndex = found.index;
        const groups = pattern?.exec(line)?.slice(1) ?? [];
        if (opening.form) begin(opening, opening.form, groups[0] ?? "");
        else {
          const word = groups.findLast((group) => group !== undefined) ?? "";
          if (endsLater(word)) heredocs.push(word);
        }
      }
    }
    const top = stack.at(-1);
    if (top && top.kind !== "hole" && !top.spans && !escaped) stack.pop();
    if (code && stack.length === 0 && indented?.test(line)) indentedBeyond = depthOf(line);
    return code ? "code" : comment ? "comment" : "blank";
  }

  return {
    inComment: () => stack.at(-1)?.kind === "block",
    inString: () => stack.at(-1)?.kind === "string" || heredocs.length > 0 || indentedBeyond !== undefined,
    next,
  };
}

function openingsOf(rules: CommentRules): Opening[] {
  const ofPair = (
    [open = "", close = ""]: readonly string[],
    kind: "block" | "string",
    hiding: string | undefined,
    spans: boolean,
  ) => ({
    length: open.length,
    kind,
    open: literally(open),
    nests: kind === "block" && rules.nested === true,
    form: { open, close: literally(close), spans, ...(hiding ? { escape: hiding } : {}) },
  });
  const table = [
    ...(rules.line ?? []).map((open) => ({ length: open.length, kind: "line" as const, open: literally(open) })),
    ...(rules.block ?? []).map((pair) => ofPair(pair, "block", undefined, true)),
    ...(rules.strings
      ? []
      : [
          ...(rules.long ?? []).map((pair) => ofPair(pair, "string", BACKSLASH, true)),
          ...(rules.verbatim ?? []).map((pair) => ofPair(pair, "string", undefined, true)),
          // An unpaired quote is more likely our mistake than a multi-line string.
          ...(rules.quotes ?? []).map((pair) => ofPair(pair, "string", BACKSLASH, !/^["']$/.test(pair[0] ?? ""))),
        ]),
  ].sort((a, b) => b.length - a.length);
  const own = (kind: "block" | "string", nests: boolean) => (form: Form) => ({ kind, open: form.open, form, nests });
  return [
    ...(rules.heredoc ? [{ kind: "heredoc" as const, open: rules.heredoc }] : []),
    ...(rules.blocks ?? []).map(own("block", rules.nested === true)),
    ...table.map(({ length: _, ...opening }) => ({ ...opening, open: placed(opening, rules) })),
    ...(rules.strings ?? []).map(own("string", false)),
    ...(rules.regexps ? [{ kind: "regexp" as const, open: REGEXP_OPEN }] : []),
    { kind: "skip", open: SKIPPED },
  ];
}

/** Words (`REM`, Fortran's `c`), `*` and `=begin` only count at the start of a line, as whole words. */
function placed({ kind, open }: Opening, rules: CommentRules): string {
  if (kind === "string") return open;
  if (/^(?:\w|\\\*|=)/.test(open)) return `${open}(?<=^\\s*${open})${/\w$/.test(open) ? "(?!\\w)" : ""}`;
  return kind === "line" && rules.apart ? `${open}(?<=(?:^|[\\s;&|()])${open})` : open;
}

/** Lines of an indented block must be deeper than the column of the key, or of the dash if there's no key. */
function depthOf(line: string): number {
  const [head = ""] = /^\s*(?:-\s+)*/.exec(line) ?? [];
  return /[|>]/.test(line.charAt(head.length)) ? head.lastIndexOf("-") : head.length;
}

function firstWord(line: string): string {
  return /^\s*(\w+)/.exec(line)?.[1] ?? "";
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
