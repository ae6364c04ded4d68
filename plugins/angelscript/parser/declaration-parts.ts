/** Contains functions that several of the declaration parsers need. */
import { Word } from "../lexer/interned-names.ts";
import { DECLARATION_WORDS } from "../lexer/skim.ts";
import { Kind, Op } from "../lexer/tokens.ts";
import { findDoc } from "./doc-comment.ts";
import type { Head } from "./head-parser.ts";
import type { DeclarationKind, DeclarationSyntax, NameSyntax } from "./syntax.ts";
import type { TokenCursor } from "./token-cursor.ts";

export interface Scope {
  kind: "file" | "namespace" | "class" | "struct";
  name: string;
  /** Only set for a file. */
  imports?: DeclarationSyntax[];
}

export function isTypeWord(id: number): boolean {
  return id === Word.class || id === Word.struct || id === Word.enum;
}

export function newDeclaration(
  cursor: TokenCursor,
  head: Head,
  kind: DeclarationKind,
  name: NameSyntax,
): DeclarationSyntax {
  const [docStart, docEnd] = findDoc(cursor.tokens, head);
  return {
    kind,
    name,
    start: head.start,
    headStart: head.headStart,
    end: head.headStart,
    macroStart: head.macroStart,
    flags: head.flags,
    docStart,
    docEnd,
    type: undefined,
    parameters: undefined,
    members: undefined,
    names: head.access,
    initial: undefined,
    body: undefined,
    defaults: undefined,
  };
}

/** Skips `{ … }`. If a word that starts a declaration follows, a `}` is missing and we stop in front of the word. */
export function skipBody(cursor: TokenCursor): [number, number] {
  const { kinds, ids } = cursor.tokens;
  const first = cursor.at;
  let depth = 0;
  for (let at = first; at < cursor.limit; at++) {
    const kind = kinds[at];
    if (kind === Op["{"]) depth++;
    else if (kind === Op["}"]) {
      if (--depth === 0) {
        cursor.at = at + 1;
        return [first, at];
      }
    } else if (kind === Kind.name && startsDeclaration(ids[at] as number)) {
      unclosed(cursor, first);
      cursor.at = at;
      return [first, at - 1];
    }
  }
  unclosed(cursor, first);
  cursor.at = cursor.limit;
  return [first, cursor.limit - 1];
}

const DECLARES = new Set<number>(DECLARATION_WORDS.map((word) => Word[word]));

function startsDeclaration(id: number): boolean {
  return DECLARES.has(id);
}

/** Errors that follow this one in the same body are probably caused by it. */
export const BRACE_EXPECTED = '"}" expected before this';

/** Reports a block that isn't closed, at the position that the indentation suggests or otherwise at its `{`. */
function unclosed(cursor: TokenCursor, open: number): void {
  const { starts } = cursor.tokens;
  const missing = placeOfMissing(cursor, open);
  const start = starts[missing ?? open] as number;
  const message = missing === undefined ? '"{" is never closed' : BRACE_EXPECTED;
  cursor.errors.push({ start, end: start + 1, message });
}

/**
 * Returns the first token on a line that isn't indented further than the line with the `{`. This is only done for the first
 * error in a file, because the rest are usually caused by it and each search looks at all remaining tokens.
 */
export function placeOfMissing(cursor: TokenCursor, open: number): number | undefined {
  if (cursor.errors.length > 0) return undefined;
  const { kinds, starts, text } = cursor.tokens;
  let indent = columnOf(text, text.lastIndexOf("\n", starts[open]) + 1);
  let seen = starts[open] as number;
  const opened = [indent];
  for (let at = open + 1; at < cursor.limit; at++) {
    const kind = kinds[at];
    const start = starts[at] as number;
    const line = lastLineStart(text, seen, start);
    seen = start;
    if (line !== undefined) {
      indent = columnOf(text, line);
      const around = opened.at(-1) as number;
      if (kind === Op["}"] ? indent < around : kind !== Op["{"] && indent <= around) return at;
    }
    if (kind === Op["{"]) opened.push(indent);
    else if (kind === Op["}"]) {
      opened.pop();
      if (opened.length === 0) return undefined;
    }
  }
  return undefined;
}

function lastLineStart(text: string, from: number, to: number): number | undefined {
  for (let at = to; at > from; at--) if (text[at - 1] === "\n") return at;
  return undefined;
}

/** Tabs count as four columns. */
function columnOf(text: string, start: number): number {
  let column = 0;
  for (let at = start; text[at] === " " || text[at] === "\t"; at++) column += text[at] === "\t" ? 4 - (column % 4) : 1;
  return column;
}
