/**
 * Parses the start of a declaration, which can have macros (`UPROPERTY(…)`), access specifiers, `access:Name`, `mixin` and
 * `local`.
 */
import { Word } from "../lexer/interned-names.ts";
import { Kind, Op } from "../lexer/tokens.ts";
import { Flag, type NameSyntax } from "./syntax.ts";
import type { TokenCursor } from "./token-cursor.ts";

export interface Head {
  /** The position of the first token. */
  start: number;
  startAt: number;
  /** The first token after any macros. */
  headStart: number;
  headAt: number;
  macroStart: number;
  macro: number;
  flags: number;
  /** The `X` in `access:X`. */
  access: NameSyntax[];
}

const MODIFIERS = new Map<number, number>([
  [Word.private, Flag.private],
  [Word.protected, Flag.protected],
  [Word.public, 0],
  [Word.mixin, Flag.mixin],
  [Word.local, Flag.local],
  [Word.final, Flag.final],
]);
const MACROS = new Set<number>([Word.UCLASS, Word.USTRUCT, Word.UENUM, Word.UFUNCTION, Word.UPROPERTY, Word.UMETA]);

const SPECIFIERS = new Map<number, number>([
  [Word.BlueprintEvent, Flag.blueprintEvent],
  [Word.BlueprintOverride, Flag.blueprintOverride],
  [Word.RequireSuperCall, Flag.requiresSuper],
  [Word.NoSuperCall, Flag.noSuper],
]);
/** Specifiers ignore upper and lower case. */
function flagOf(specifier: string): number {
  switch (specifier.toLowerCase()) {
    case "blueprintevent":
      return Flag.blueprintEvent;
    case "blueprintoverride":
      return Flag.blueprintOverride;
    default:
      return 0;
  }
}

export function parseHead(cursor: TokenCursor): Head {
  const startAt = cursor.at;
  const head: Head = {
    start: cursor.start,
    startAt,
    headStart: -1,
    headAt: -1,
    macroStart: -1,
    macro: -1,
    flags: 0,
    access: [],
  };
  for (;;) {
    const id = cursor.id();
    if (id < 0) break;
    const at = cursor.at;
    if (cursor.kind(1) === Op["("] && isMacro(cursor, id)) {
      takeMacro(cursor, head, id);
      continue;
    }
    if (id === Word.access && cursor.kind(1) === Op[":"]) {
      cursor.at += 2;
      head.access.push(cursor.takeName());
    } else if (MODIFIERS.has(id) && (cursor.kind(1) === Kind.name || cursor.kind(1) === Op[":"])) {
      head.flags |= MODIFIERS.get(id) as number;
      cursor.at++;
      cursor.accept(":");
    } else break;
    if (head.headAt < 0) head.headAt = at;
  }
  if (head.headAt < 0) head.headAt = cursor.at;
  head.headStart = cursor.tokens.starts[head.headAt] as number;
  return head;
}

function isMacro(cursor: TokenCursor, id: number): boolean {
  return MACROS.has(id) || /^U[A-Z_]{3,}$/.test(cursor.names.text(id));
}

function takeMacro(cursor: TokenCursor, head: Head, id: number): void {
  if (head.macroStart < 0) {
    head.macroStart = cursor.start;
    head.macro = id;
  }
  if (id === Word.UFUNCTION) head.flags |= Flag.ufunction;
  const first = cursor.at;
  skipBracketed(cursor, 1);
  for (let at = first + 2; at < cursor.at; at++) {
    const written = cursor.tokens.ids[at] ?? -1;
    head.flags |= SPECIFIERS.get(written) ?? (written < 0 ? 0 : flagOf(cursor.names.text(written)));
  }
}

/** Skips the group in brackets that starts `ahead` tokens from here. */
export function skipBracketed(cursor: TokenCursor, ahead: number): void {
  const close = cursor.closing(cursor.at + ahead);
  if (close < 0) cursor.fail('")" expected');
  cursor.at = close + 1;
}
