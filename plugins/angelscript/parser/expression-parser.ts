/** Parses expressions by precedence climbing. Errors are thrown, and the statement parser catches them. */
import { Word } from "../lexer/interned-names.ts";
import { Kind, Op, type Operator } from "../lexer/tokens.ts";
import { parseFormatString } from "./format-string.ts";
import type { ArgumentSyntax, Expression, NameSyntax, TypeSyntax } from "./syntax.ts";
import type { TokenCursor } from "./token-cursor.ts";
import { parseType, skipTypeArguments } from "./type-parser.ts";

const ASSIGNMENTS = new Map<number, string>(
  (["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", "**="] as Operator[]).map((text) => [Op[text], text]),
);

const LEVELS: Operator[][] = [
  ["||"],
  ["^^"],
  ["&&"],
  ["==", "!="],
  ["<", "<=", ">", ">="],
  ["|"],
  ["^"],
  ["&"],
  ["<<"],
  ["+", "-"],
  ["*", "/", "%"],
  ["**"],
];
const SHIFT_LEVEL = 9;

const BINARY = new Map<number, readonly [number, Operator]>(
  LEVELS.flatMap((operators, index) => operators.map((text) => [Op[text], [index + 1, text]] as const)),
);
const WORD_OPERATORS = new Map<number, readonly [number, string]>([
  [Word.or, [1, "||"]],
  [Word.xor, [2, "^^"]],
  [Word.and, [3, "&&"]],
  [Word.is, [4, "=="]],
]);
const UNARY = new Set<number>((["-", "+", "!", "~", "++", "--", "@"] as Operator[]).map((text) => Op[text]));

export function parseExpression(cursor: TokenCursor): Expression {
  cursor.enter();
  const expression = parseAssignment(cursor);
  cursor.leave();
  return expression;
}

function parseAssignment(cursor: TokenCursor): Expression {
  const target = parseCondition(cursor);
  const { height } = cursor;
  const operator = ASSIGNMENTS.get(cursor.kind()) ?? shiftAssignment(cursor);
  if (operator === undefined) return target;
  cursor.at += operator.startsWith(">") ? operator.length - 1 : 1;
  const value = cursor.is("{") ? parseList(cursor) : parseExpression(cursor);
  cursor.grow(height);
  return { kind: "assign", start: target.start, end: value.end, operator, target, value };
}

/** `>>=` and `>>>=` consist of the tokens `>` `>=` and `>` `>` `>=`. */
function shiftAssignment(cursor: TokenCursor): string | undefined {
  if (!cursor.is(">")) return undefined;
  if (cursor.kind(1) === Op[">="] && cursor.touches(1)) return ">>=";
  return cursor.kind(1) === Op[">"] && cursor.kind(2) === Op[">="] && cursor.touches(2) ? ">>>=" : undefined;
}

function parseCondition(cursor: TokenCursor): Expression {
  const test = parseBinary(cursor, 1);
  if (!cursor.accept("?")) return test;
  const tested = cursor.height;
  const yes = parseExpression(cursor);
  cursor.grow(tested);
  const { height } = cursor;
  cursor.expect(":");
  const no = parseExpression(cursor);
  cursor.grow(height);
  return { kind: "condition", start: test.start, end: no.end, test, yes, no };
}

function binaryOperator(cursor: TokenCursor): readonly [level: number, text: string, tokens: number] | undefined {
  if (cursor.is(">") && cursor.touches(1)) {
    if (cursor.kind(1) === Op[">"]) {
      if (cursor.kind(2) === Op[">"] && cursor.touches(2)) return [SHIFT_LEVEL, ">>>", 3];
      return cursor.kind(2) === Op[">="] && cursor.touches(2) ? undefined : [SHIFT_LEVEL, ">>", 2];
    }
    if (cursor.kind(1) === Op[">="]) return undefined;
  }
  const known = BINARY.get(cursor.kind()) ?? WORD_OPERATORS.get(cursor.id());
  if (known) return [known[0], known[1], 1];
  return cursor.is("!") && cursor.id(1) === Word.is ? [4, "!=", 2] : undefined;
}

function parseBinary(cursor: TokenCursor, lowest: number): Expression {
  let left = parseUnary(cursor);
  for (;;) {
    const operator = binaryOperator(cursor);
    if (!operator || operator[0] < lowest) return left;
    cursor.at += operator[2];
    const { height } = cursor;
    const right = parseBinary(cursor, operator[0] + 1);
    cursor.grow(height);
    left = { kind: "binary", start: left.start, end: right.end, operator: operator[1], left, right };
  }
}

function parseUnary(cursor: TokenCursor): Expression {
  if (!UNARY.has(cursor.kind()) && cursor.id() !== Word.not) return parsePostfix(cursor);
  cursor.enter();
  const start = cursor.start;
  const operator = cursor.tokens.text.slice(start, cursor.end);
  cursor.at++;
  const operand = parseUnary(cursor);
  cursor.grow();
  cursor.leave();
  return { kind: "unary", start, end: operand.end, operator, operand, postfix: false };
}

function parsePostfix(cursor: TokenCursor): Expression {
  let result = parsePrimary(cursor);
  for (;;) {
    const { start } = result;
    const { height } = cursor;
    if (cursor.accept(".")) {
      const name = cursor.takeName();
      result = { kind: "member", start, end: cursor.lastEnd, object: result, name };
    } else if (cursor.accept("(")) {
      const list = parseArguments(cursor, ")");
      result = { kind: "call", start, end: cursor.lastEnd, callee: result, arguments: list };
    } else if (cursor.accept("[")) {
      const list = parseArguments(cursor, "]");
      result = { kind: "index", start, end: cursor.lastEnd, object: result, arguments: list };
    } else if (cursor.is("++") || cursor.is("--")) {
      const operator = cursor.is("++") ? "++" : "--";
      cursor.at++;
      result = { kind: "unary", start, end: cursor.lastEnd, operator, operand: result, postfix: true };
    } else return result;
    cursor.grow(height);
  }
}

/** Parses up to and including the closing bracket. */
export function parseArguments(cursor: TokenCursor, close: ")" | "]"): ArgumentSyntax[] {
  const list: ArgumentSyntax[] = [];
  let tallest = 0;
  while (!cursor.is(close)) {
    let label: NameSyntax | undefined;
    if (cursor.isName() && (cursor.kind(1) === Op["="] || cursor.kind(1) === Op[":"])) {
      label = cursor.takeName();
      cursor.at++;
    }
    list.push({ label, value: cursor.is("{") ? parseList(cursor) : parseExpression(cursor) });
    tallest = Math.max(tallest, cursor.height);
    if (!cursor.accept(",")) break;
  }
  cursor.expect(close);
  cursor.height = tallest;
  return list;
}

export function parseList(cursor: TokenCursor): Expression {
  cursor.enter();
  const start = cursor.start;
  const items: Expression[] = [];
  let tallest = 0;
  cursor.expect("{");
  while (!cursor.is("}")) {
    items.push(cursor.is("{") ? parseList(cursor) : parseExpression(cursor));
    tallest = Math.max(tallest, cursor.height);
    if (!cursor.accept(",")) break;
  }
  cursor.expect("}");
  cursor.height = tallest + 1;
  cursor.leave();
  return { kind: "list", start, end: cursor.lastEnd, items };
}

function parsePrimary(cursor: TokenCursor): Expression {
  cursor.height = 0;
  const start = cursor.start;
  const end = cursor.end;
  switch (cursor.kind()) {
    case Kind.number:
    case Kind.string:
    case Kind.nameString: {
      const kind = cursor.kind();
      cursor.at++;
      const literal = kind === Kind.number ? "number" : kind === Kind.string ? "string" : "name";
      // String literals that follow each other are concatenated.
      while (kind === Kind.string && cursor.kind() === Kind.string) cursor.at++;
      return { kind: "literal", start, end: cursor.lastEnd, literal, text: cursor.tokens.text.slice(start, end) };
    }
    case Kind.formatString:
      cursor.at++;
      while (cursor.kind() === Kind.string) cursor.at++;
      return { kind: "format", start, end, parts: parseFormatString(cursor.tokens, start, end, parseExpression) };
    case Op["("]: {
      cursor.at++;
      const inner = parseExpression(cursor);
      cursor.expect(")");
      return inner;
    }
    case Op["{"]:
      return parseList(cursor);
    case Op["::"]:
      return parsePath(cursor);
    case Kind.name:
      return parseWord(cursor, start, end);
    default:
      return cursor.fail("Expression expected");
  }
}

function parseWord(cursor: TokenCursor, start: number, end: number): Expression {
  switch (cursor.id()) {
    case Word.this:
      cursor.at++;
      return { kind: "this", start, end };
    case Word.nullptr:
      cursor.at++;
      return { kind: "literal", start, end, literal: "null", text: "nullptr" };
    case Word.true:
    case Word.false:
      cursor.at++;
      return { kind: "literal", start, end, literal: "bool", text: cursor.tokens.text.slice(start, end) };
    default:
      if (!cursor.isName()) cursor.fail("Expression expected");
      return parsePath(cursor);
  }
}

function parsePath(cursor: TokenCursor): Expression {
  const start = cursor.start;
  const global = cursor.accept("::");
  const path = [cursor.takeName()];
  let typeArguments: TypeSyntax[] = [];
  for (;;) {
    if (cursor.is("<") && typeArguments.length === 0) {
      const after = skipTypeArguments(cursor, cursor.at);
      const next = after < 0 ? Kind.end : cursor.tokens.kinds[after];
      if (after < 0 || after >= cursor.limit || (next !== Op["("] && next !== Op["::"])) break;
      typeArguments = takeTypeArguments(cursor);
    } else if (cursor.is("::") && cursor.kind(1) === Kind.name) {
      cursor.at++;
      path.push(cursor.takeName());
    } else break;
  }
  return { kind: "path", start, end: cursor.lastEnd, path, global, typeArguments };
}

function takeTypeArguments(cursor: TokenCursor): TypeSyntax[] {
  const list: TypeSyntax[] = [];
  cursor.expect("<");
  do list.push(parseType(cursor));
  while (cursor.accept(","));
  cursor.expect(">");
  return list;
}
