/** Parses functions, methods, constructors, destructors and variables. */
import { Word } from "../lexer/interned-names.ts";
import { Kind, Op } from "../lexer/tokens.ts";
import { newDeclaration, type Scope, skipBody } from "./declaration-parts.ts";
import { parseExpression, parseList } from "./expression-parser.ts";
import type { Head } from "./head-parser.ts";
import { parseVariable } from "./statement-parser.ts";
import { type DeclarationSyntax, Flag, type ParameterSyntax, type TypeSyntax } from "./syntax.ts";
import type { TokenCursor } from "./token-cursor.ts";
import { parseType } from "./type-parser.ts";

const SUFFIXES = new Map<number, number>([
  [Word.const, Flag.const],
  [Word.override, Flag.override],
  [Word.final, Flag.final],
  [Word.property, Flag.property],
  [Word.no_discard, Flag.noDiscard],
  [Word.allow_discard, 0],
]);

/** Returns true for `Name(` if `Name` is the enclosing type or if a body follows. */
export function isConstructor(cursor: TokenCursor, scope: Scope): boolean {
  if (scope.kind !== "class" && scope.kind !== "struct") return false;
  if (!cursor.isName() || cursor.kind(1) !== Op["("]) return false;
  const close = cursor.closing(cursor.at + 1);
  return close > 0 && (cursor.names.text(cursor.id()) === scope.name || cursor.tokens.kinds[close + 1] === Op["{"]);
}

/** Distinguishes `Type Name(parameters) {…}` from a variable `Type Name(arguments);`. */
export function startsFunction(cursor: TokenCursor, head: Head, type: TypeSyntax): boolean {
  if (cursor.kind(1) !== Op["("]) return false;
  if (head.macro === Word.UFUNCTION || head.flags & Flag.mixin || type.text === "void") return true;
  const close = cursor.closing(cursor.at + 1);
  if (close < 0) return true;
  const after = close + 1 < cursor.limit ? cursor.tokens.kinds[close + 1] : Kind.end;
  return after === Op["{"] || after === Kind.name;
}

export function parseCallable(
  cursor: TokenCursor,
  head: Head,
  scope: Scope,
  type: TypeSyntax | undefined,
): DeclarationSyntax {
  const destructor = cursor.accept("~");
  const kind = type ? "function" : destructor ? "destructor" : "constructor";
  const name = cursor.takeName();
  const declaration = newDeclaration(
    cursor,
    head,
    kind,
    destructor ? { name: `~${name.name}`, start: name.start } : name,
  );
  if (kind === "constructor" && scope.name !== "" && name.name !== scope.name) cursor.fail("Return type expected");
  declaration.type = type;
  declaration.parameters = parseParameters(cursor);
  while (cursor.id() >= 0) {
    const suffix = SUFFIXES.get(cursor.id());
    // Engines may have their own suffixes, but a word that starts another declaration isn't one.
    if (suffix === undefined && cursor.kind(1) !== Op["{"] && cursor.kind(1) !== Op[";"]) break;
    declaration.flags |= suffix ?? 0;
    cursor.at++;
  }
  if (cursor.is("{")) declaration.body = skipBody(cursor);
  else cursor.expect(";");
  declaration.end = cursor.lastEnd;
  return declaration;
}

export function parseParameters(cursor: TokenCursor): ParameterSyntax[] {
  const parameters: ParameterSyntax[] = [];
  cursor.expect("(");
  if (cursor.id() === Word.void && cursor.kind(1) === Op[")"]) cursor.at++;
  while (!cursor.is(")")) {
    const type = parseType(cursor);
    const name = cursor.isName() ? cursor.takeName() : undefined;
    let value: ParameterSyntax["value"];
    let defaultText: string | undefined;
    if (cursor.accept("=")) {
      const start = cursor.start;
      value = cursor.is("{") ? parseList(cursor) : parseExpression(cursor);
      defaultText = cursor.tokens.text.slice(start, cursor.lastEnd).replace(/\s+/g, " ");
    }
    parameters.push({ type, name, value, defaultText });
    if (!cursor.accept(",")) break;
  }
  cursor.expect(")");
  return parameters;
}

/** `Type A = 1, B(2);` results in one declaration for each name. */
export function parseMembersOfVariable(cursor: TokenCursor, head: Head, type: TypeSyntax): DeclarationSyntax[] {
  const found: DeclarationSyntax[] = [];
  do {
    const name = cursor.takeName();
    const declaration = newDeclaration(cursor, head, "variable", name);
    cursor.at--;
    declaration.type = type;
    declaration.initial = parseVariable(cursor);
    found.push(declaration);
  } while (cursor.accept(","));
  cursor.expect(";");
  for (const declaration of found) declaration.end = cursor.lastEnd;
  return found;
}
