/** What parsers of declarations share: where they stand, a declaration with nothing in it yet, a body that is stepped over. */
import { Word } from "../lexer/names.ts";
import { Kind, Op } from "../lexer/tokens.ts";
import type { Cursor } from "./cursor.ts";
import { findDoc } from "./doc-comment.ts";
import type { Head } from "./head-parser.ts";
import type { DeclarationKind, DeclarationSyntax, NameSyntax } from "./syntax.ts";

export interface Scope {
  /** `file`, `namespace`, `class` or `struct`. */
  kind: "file" | "namespace" | "class" | "struct";
  name: string;
}

export function isTypeWord(id: number): boolean {
  return id === Word.class || id === Word.struct || id === Word.enum;
}

/** A declaration with nothing in it yet. */
export function newDeclaration(cursor: Cursor, head: Head, kind: DeclarationKind, name: NameSyntax): DeclarationSyntax {
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

/** Steps over `{ … }`. A word that begins a declaration shows that a `}` was lost: the body ends before it. */
export function skipBody(cursor: Cursor): [number, number] {
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

function startsDeclaration(id: number): boolean {
  if (id === Word.UFUNCTION || id === Word.UPROPERTY || id === Word.UCLASS || id === Word.USTRUCT) return true;
  return id === Word.UENUM || id === Word.namespace || isTypeWord(id);
}

function unclosed(cursor: Cursor, open: number): void {
  const start = cursor.tokens.starts[open] as number;
  cursor.errors.push({ start, end: start + 1, message: '"{" is never closed' });
}
