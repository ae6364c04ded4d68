/** Parses declarations. The bodies of functions are skipped, see `parseStatements`. */
import { Word } from "../lexer/interned-names.ts";
import { Op, type Tokens } from "../lexer/tokens.ts";
import { isTypeWord, newDeclaration, placeOfMissing, type Scope, skipBody } from "./declaration-parts.ts";
import { type Head, parseHead, skipBracketed } from "./head-parser.ts";
import {
  isConstructor,
  parseCallable,
  parseMembersOfVariable,
  parseParameters,
  startsFunction,
} from "./member-parser.ts";
import { parseStatement, parseVariable } from "./statement-parser.ts";
import type { DeclarationSyntax, FileSyntax, NameSyntax } from "./syntax.ts";
import { ParseError, TokenCursor } from "./token-cursor.ts";
import { parseType } from "./type-parser.ts";

export function parseFile(tokens: Tokens): FileSyntax {
  const cursor = new TokenCursor(tokens);
  const imports: DeclarationSyntax[] = [];
  const declarations = parseScope(cursor, { kind: "file", name: "", imports });
  return { declarations, imports, errors: cursor.errors };
}

/** Stops at the closing `}` of the scope without consuming it. */
function parseScope(cursor: TokenCursor, scope: Scope, owner?: DeclarationSyntax): DeclarationSyntax[] {
  const found: DeclarationSyntax[] = [];
  const inType = scope.kind === "class" || scope.kind === "struct";
  while (!cursor.ended) {
    if (cursor.is("}")) {
      if (scope.kind !== "file") break;
      cursor.errors.push({ start: cursor.start, end: cursor.end, message: 'Unmatched "}"' });
      cursor.at++;
      continue;
    }
    if (cursor.accept(";")) continue;
    const from = cursor.at;
    const { depth } = cursor;
    try {
      if (inType && cursor.id() === Word.default) owner?.defaults?.push(parseStatement(cursor));
      else if (cursor.id() === Word.import) parseImport(cursor, scope);
      else if (inType && startsType(cursor)) break;
      else {
        cursor.enter();
        parseDeclaration(cursor, scope, found);
        cursor.leave();
      }
    } catch (error) {
      cursor.recover(error, from + 1, depth);
    }
  }
  return found;
}

/** Types can't be nested, so a `}` is missing and the enclosing scope continues. */
function startsType(cursor: TokenCursor): boolean {
  const id = cursor.id();
  return id === Word.UCLASS || id === Word.USTRUCT || id === Word.UENUM || isTypeWord(id) || id === Word.namespace;
}

/** Parses `import Module.Name;` and the legacy form `import void Function(int) from "Module.Name";`. */
function parseImport(cursor: TokenCursor, scope: Scope): void {
  let last = cursor.at + 1;
  while (last < cursor.limit && cursor.tokens.kinds[last] !== Op[";"] && cursor.tokens.ids[last] !== Word.from) last++;
  if (cursor.tokens.ids[last] === Word.from) {
    cursor.at++;
    const head = parseHead(cursor);
    const type = parseType(cursor);
    const declaration = newDeclaration(cursor, head, "function", cursor.takeName());
    declaration.type = type;
    declaration.parameters = parseParameters(cursor);
    scope.imports?.push(closed(cursor, declaration));
  }
  while (!cursor.ended && !cursor.is(";") && !cursor.is("{")) cursor.at++;
  cursor.expect(";");
}

function parseDeclaration(cursor: TokenCursor, scope: Scope, into: DeclarationSyntax[]): void {
  const head = parseHead(cursor);
  const id = cursor.id();
  const next = cursor.id(1);
  if (isTypeWord(id)) into.push(parseTypeDeclaration(cursor, head, id));
  else if (id === Word.namespace) into.push(parseNamespace(cursor, head));
  else if ((id === Word.delegate || id === Word.event) && next >= 0) into.push(parseSignature(cursor, head, id));
  else if (id === Word.asset && next >= 0 && cursor.id(2) === Word.of) into.push(parseAsset(cursor, head));
  else if (id === Word.access && next >= 0 && cursor.kind(2) === Op["="]) into.push(parseAccess(cursor, head));
  else if (cursor.is("~") || isConstructor(cursor, scope)) into.push(parseCallable(cursor, head, scope, undefined));
  else {
    const type = parseType(cursor);
    if (!cursor.isName()) cursor.fail("Name expected");
    if (startsFunction(cursor, head, type)) into.push(parseCallable(cursor, head, scope, type));
    else for (const variable of parseMembersOfVariable(cursor, head, type)) into.push(variable);
  }
}

function parseTypeDeclaration(cursor: TokenCursor, head: Head, word: number): DeclarationSyntax {
  cursor.at++;
  const kind = word === Word.class ? "class" : word === Word.struct ? "struct" : "enum";
  if (!cursor.isName()) cursor.fail("Name expected");
  const declaration = newDeclaration(cursor, head, kind, cursor.takeName());
  if (cursor.accept(":")) {
    declaration.type = parseType(cursor);
    while (cursor.accept(",")) parseType(cursor);
  }
  if (cursor.accept(";")) return closed(cursor, declaration);
  const open = cursor.at;
  cursor.expect("{");
  if (kind === "enum") declaration.members = parseEnumValues(cursor);
  else {
    declaration.defaults = [];
    declaration.members = parseScope(cursor, { kind, name: declaration.name.name }, declaration);
  }
  return closeBrace(cursor, declaration, open);
}

function closed(cursor: TokenCursor, declaration: DeclarationSyntax): DeclarationSyntax {
  declaration.end = cursor.lastEnd;
  return declaration;
}

/** Reports a missing `}` but keeps everything that was parsed so far. */
function closeBrace(cursor: TokenCursor, declaration: DeclarationSyntax, open: number): DeclarationSyntax {
  if (!cursor.accept("}")) {
    const place = placeOfMissing(cursor, open);
    const { start, name } = declaration.name;
    const at = place === undefined ? start : (cursor.tokens.starts[place] as number);
    const end = place === undefined ? start + name.length : at + 1;
    cursor.errors.push({
      start: at,
      end,
      message: `"}" expected${place === undefined ? "" : " before this"} to close "${name}"`,
    });
  }
  declaration.end = cursor.lastEnd;
  return declaration;
}

function parseEnumValues(cursor: TokenCursor): DeclarationSyntax[] {
  const values: DeclarationSyntax[] = [];
  while (!cursor.ended && !cursor.is("}")) {
    const from = cursor.at;
    const { depth } = cursor;
    if (cursor.accept(",")) continue;
    if (isTypeWord(cursor.id())) break;
    try {
      const head = parseHead(cursor);
      const name = cursor.takeName();
      const value = newDeclaration(cursor, head, "enumValue", name);
      cursor.at--;
      value.initial = parseVariable(cursor);
      if (cursor.id() >= 0 && cursor.kind(1) === Op["("]) skipBracketed(cursor, 1);
      values.push(closed(cursor, value));
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      cursor.depth = depth;
      cursor.errors.push({ start: cursor.start, end: cursor.end, message: "Enum value expected" });
      cursor.at = Math.max(cursor.at, from + 1);
      while (!cursor.ended && !cursor.is("}") && !cursor.is(",")) cursor.at++;
    }
  }
  return values;
}

/** For `namespace A::B`, returns a declaration `B` that has `A` in `names`. */
function parseNamespace(cursor: TokenCursor, head: Head): DeclarationSyntax {
  cursor.at++;
  const path = [cursor.takeName()];
  while (cursor.accept("::")) path.push(cursor.takeName());
  const declaration = newDeclaration(cursor, head, "namespace", path.pop() as NameSyntax);
  declaration.names = path;
  const open = cursor.at;
  cursor.expect("{");
  declaration.members = parseScope(cursor, { kind: "namespace", name: declaration.name.name });
  return closeBrace(cursor, declaration, open);
}

function parseSignature(cursor: TokenCursor, head: Head, word: number): DeclarationSyntax {
  cursor.at++;
  const type = parseType(cursor);
  const declaration = parseCallable(cursor, head, { kind: "file", name: "" }, type);
  declaration.kind = word === Word.delegate ? "delegate" : "event";
  return declaration;
}

function parseAsset(cursor: TokenCursor, head: Head): DeclarationSyntax {
  cursor.at++;
  const declaration = newDeclaration(cursor, head, "asset", cursor.takeName());
  cursor.at++;
  declaration.type = parseType(cursor);
  if (cursor.is("{")) declaration.body = skipBody(cursor);
  else cursor.accept(";");
  return closed(cursor, declaration);
}

/** Returns `A::B::C` as `C` with the qualifier `A::B`. */
function takeQualified(cursor: TokenCursor): NameSyntax {
  let name = cursor.takeName();
  let qualifier = "";
  while (cursor.is("::") && cursor.isName(1)) {
    qualifier = qualifier === "" ? name.name : `${qualifier}::${name.name}`;
    cursor.at++;
    name = cursor.takeName();
  }
  return qualifier === "" ? name : { ...name, qualifier };
}

/** Parses `access Name = private, Type (inherited), *, Function;`. */
function parseAccess(cursor: TokenCursor, head: Head): DeclarationSyntax {
  cursor.at++;
  const declaration = newDeclaration(cursor, head, "access", cursor.takeName());
  cursor.expect("=");
  declaration.names = [];
  while (!cursor.ended && !cursor.is(";") && !cursor.is("}")) {
    if (cursor.is("(")) skipBracketed(cursor, 0);
    else if (cursor.isName()) declaration.names.push(takeQualified(cursor));
    else cursor.at++;
  }
  cursor.expect(";");
  return closed(cursor, declaration);
}
