/** Parses types, and decides whether a statement starts with a type. */
import { Word } from "../lexer/interned-names.ts";
import { Kind, Op } from "../lexer/tokens.ts";
import type { NameSyntax, TypeSyntax } from "./syntax.ts";
import type { TokenCursor } from "./token-cursor.ts";

export function parseType(cursor: TokenCursor): TypeSyntax {
  cursor.enter();
  const start = cursor.start;
  const isConst = cursor.acceptWord(Word.const);
  const isGlobal = cursor.accept("::");
  const path: NameSyntax[] = [];
  if (cursor.is("?")) {
    path.push({ name: "?", start: cursor.start });
    cursor.at++;
  } else {
    if (!cursor.isName()) cursor.fail("Type expected");
    path.push(cursor.takeName());
  }
  while (cursor.is("::") && cursor.isName(1)) {
    cursor.at++;
    path.push(cursor.takeName());
  }
  const typeArguments = cursor.is("<") ? parseTypeArguments(cursor) : [];
  let text = `${isConst ? "const " : ""}${isGlobal ? "::" : ""}${path.map((part) => part.name).join("::")}`;
  if (typeArguments.length > 0) text += `<${typeArguments.map((type) => type.text).join(",")}>`;
  const end = cursor.lastEnd;
  text += parseSuffix(cursor);
  cursor.leave();
  return { start, end: Math.max(end, cursor.lastEnd), path, typeArguments, text };
}

function parseTypeArguments(cursor: TokenCursor): TypeSyntax[] {
  const typeArguments: TypeSyntax[] = [];
  cursor.expect("<");
  while (!cursor.is(">")) {
    typeArguments.push(parseType(cursor));
    if (!cursor.accept(",")) break;
  }
  cursor.expect(">");
  return typeArguments;
}

/** Parses `&`, `&in`, `&out` and `&inout`, and `[]` or `@` of plain AngelScript. */
function parseSuffix(cursor: TokenCursor): string {
  let text = "";
  for (;;) {
    if (cursor.accept("&")) {
      text += "&";
      for (const word of [Word.in, Word.out, Word.inout])
        if (cursor.id() === word && !isNameThenEnd(cursor)) {
          text += cursor.names.text(word);
          cursor.at++;
          break;
        }
    } else if (cursor.is("[") && cursor.kind(1) === Op["]"]) {
      text += "[]";
      cursor.at += 2;
    } else if (cursor.accept("@")) text += "@";
    else if (cursor.id() === Word.const && text !== "") cursor.at++;
    else return text;
  }
}

/** `in`, `out` and `inout` can also be the name of a parameter, as in `int& out = 1`. */
function isNameThenEnd(cursor: TokenCursor): boolean {
  return !cursor.touches(0) && cursor.kind(1) === Op["="];
}

/** Returns the index after the closing `>`, or -1 if the `<` is a comparison. */
export function skipTypeArguments(cursor: TokenCursor, index: number): number {
  const { kinds, ids } = cursor.tokens;
  const known = cursor.typeArgumentEnds.get(index);
  if (known !== undefined) return known;
  // The inner ones are needed next, so we cache them.
  const inner: number[] = [];
  for (let at = index; at < cursor.limit; at++) {
    const kind = kinds[at] as number;
    if (kind === Op["<"]) {
      if (at > index) inner.push(at);
    } else if (kind === Op[">"]) {
      const opened = inner.pop();
      if (opened === undefined) return at + 1;
      cursor.typeArgumentEnds.set(opened, at + 1);
    } else if (kind === Kind.name) {
      if (kinds[at + 1] === Kind.name && ids[at] !== Word.const) break;
    } else if (kind !== Op["::"] && kind !== Op[","] && kind !== Op["&"] && kind !== Op["@"]) break;
  }
  for (const opened of inner) cursor.typeArgumentEnds.set(opened, -1);
  return -1;
}

/** Returns true for `Type name`, because two names in a row can't be an expression. */
export function startsVariable(cursor: TokenCursor): boolean {
  const { kinds, ids } = cursor.tokens;
  let at = cursor.at;
  if (ids[at] === Word.const) return true;
  if (kinds[at] === Op["::"]) at++;
  if (!cursor.isName(at - cursor.at)) return false;
  at++;
  while (kinds[at] === Op["::"] && kinds[at + 1] === Kind.name) at += 2;
  if (kinds[at] === Op["<"]) {
    at = skipTypeArguments(cursor, at);
    if (at < 0) return false;
  }
  let reference = false;
  while (at < cursor.limit) {
    if (kinds[at] === Op["&"] || kinds[at] === Op["@"]) {
      reference = true;
      at++;
    } else if (kinds[at] === Op["["] && kinds[at + 1] === Op["]"]) at += 2;
    else break;
  }
  if (at >= cursor.limit || !cursor.isName(at - cursor.at)) return false;
  const after = at + 1 < cursor.limit ? kinds[at + 1] : Kind.end;
  return !reference || after === Op["="] || after === Op[";"] || after === Op[":"] || after === Op[","];
}
