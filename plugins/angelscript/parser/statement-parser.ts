/** Parses statements. A statement with an error becomes `skipped`, and the rest isn't affected. */
import { Word } from "../lexer/interned-names.ts";
import { Op } from "../lexer/tokens.ts";
import { parseArguments, parseExpression, parseList } from "./expression-parser.ts";
import type { Expression, Statement, VariableSyntax } from "./syntax.ts";
import type { TokenCursor } from "./token-cursor.ts";
import { parseType, startsVariable } from "./type-parser.ts";

/** Stops at the closing `}` without consuming it. */
export function parseStatements(cursor: TokenCursor): Statement[] {
  const body: Statement[] = [];
  while (!cursor.ended && !cursor.is("}")) body.push(parseStatement(cursor));
  return body;
}

export function parseStatement(cursor: TokenCursor): Statement {
  const start = cursor.start;
  const from = cursor.at;
  const { depth } = cursor;
  try {
    cursor.enter();
    const statement = parseKnown(cursor, start);
    cursor.leave();
    return statement;
  } catch (error) {
    cursor.recover(error, from + 1, depth);
    return { kind: "skipped", start, end: cursor.lastEnd };
  }
}

function parseKnown(cursor: TokenCursor, start: number): Statement {
  if (cursor.is("{")) return parseBlock(cursor, start);
  if (cursor.accept(";")) return { kind: "simple", start, end: cursor.lastEnd, word: "" };
  const word = cursor.id();
  switch (word) {
    case Word.if:
      return parseIf(cursor, start);
    case Word.for:
      return parseFor(cursor, start);
    case Word.foreach:
      if (!startsForEach(cursor)) break;
      return parseForEach(cursor, start);
    case Word.while: {
      cursor.at++;
      const test = parseHead(cursor);
      const body = parseStatement(cursor);
      return { kind: "while", start, end: cursor.lastEnd, test, body };
    }
    case Word.switch:
      return parseSwitch(cursor, start);
    case Word.case: {
      cursor.at++;
      const value = parseExpression(cursor);
      cursor.expect(":");
      return { kind: "case", start, end: cursor.lastEnd, value };
    }
    case Word.default:
      if (cursor.kind(1) !== Op[":"]) break;
      cursor.at += 2;
      return { kind: "case", start, end: cursor.lastEnd, value: undefined };
    case Word.return: {
      cursor.at++;
      const value = cursor.is(";") ? undefined : cursor.is("{") ? parseList(cursor) : parseExpression(cursor);
      cursor.expect(";");
      return { kind: "return", start, end: cursor.lastEnd, value };
    }
    case Word.break:
    case Word.continue:
    case Word.fallthrough:
      cursor.at++;
      cursor.expect(";");
      return {
        kind: "simple",
        start,
        end: cursor.lastEnd,
        word: word === Word.break ? "break" : word === Word.continue ? "continue" : "fallthrough",
      };
  }
  if (word === Word.default) cursor.at++;
  if (startsVariable(cursor)) {
    const variables = parseVariables(cursor);
    cursor.expect(";");
    return { ...variables, end: cursor.lastEnd };
  }
  const expression = parseExpression(cursor);
  cursor.expect(";");
  return { kind: "expression", start, end: cursor.lastEnd, expression };
}

function parseBlock(cursor: TokenCursor, start: number): Statement {
  cursor.expect("{");
  const body = parseStatements(cursor);
  cursor.expect("}");
  return { kind: "block", start, end: cursor.lastEnd, body };
}

function parseHead(cursor: TokenCursor): Expression {
  cursor.expect("(");
  const expression = parseExpression(cursor);
  cursor.expect(")");
  return expression;
}

/** This is a loop, because a chain of `else if` can have any length. */
function parseIf(cursor: TokenCursor, start: number): Statement {
  const branches: Extract<Statement, { kind: "if" }>[] = [];
  let no: Statement | undefined;
  for (let from = start; ; from = cursor.start) {
    const { at, depth } = cursor;
    try {
      cursor.at++;
      const test = parseHead(cursor);
      const yes = parseStatement(cursor);
      branches.push({ kind: "if", start: from, end: cursor.lastEnd, test, yes, no: undefined });
    } catch (error) {
      if (branches.length === 0) throw error;
      // The branches that were parsed so far are kept.
      cursor.recover(error, at + 1, depth);
      no = { kind: "skipped", start: from, end: cursor.lastEnd };
      break;
    }
    if (!cursor.acceptWord(Word.else)) break;
    if (cursor.id() === Word.if) continue;
    no = parseStatement(cursor);
    break;
  }
  for (const branch of branches.reverse()) {
    branch.no = no;
    branch.end = cursor.lastEnd;
    no = branch;
  }
  return no as Statement;
}

function parseSwitch(cursor: TokenCursor, start: number): Statement {
  cursor.at++;
  const subject = parseHead(cursor);
  cursor.expect("{");
  const body = parseStatements(cursor);
  cursor.expect("}");
  return { kind: "switch", start, end: cursor.lastEnd, subject, body };
}

/** Parses `for (init; test; steps)` and `for (Type Name : range)`. */
function parseFor(cursor: TokenCursor, start: number): Statement {
  cursor.at++;
  cursor.expect("(");
  let first: Statement | undefined;
  if (startsVariable(cursor)) {
    const at = cursor.at;
    const type = parseType(cursor);
    const variable = cursor.takeName();
    if (cursor.accept(":")) {
      const range = parseExpression(cursor);
      cursor.expect(")");
      const body = parseStatement(cursor);
      return { kind: "range", start, end: cursor.lastEnd, type, variable, second: undefined, range, body };
    }
    cursor.at = at;
    first = parseVariables(cursor);
  } else if (!cursor.is(";")) {
    const expression = parseExpression(cursor);
    first = { kind: "expression", start: expression.start, end: expression.end, expression };
  }
  cursor.expect(";");
  const test = cursor.is(";") ? undefined : parseExpression(cursor);
  cursor.expect(";");
  const steps: Expression[] = [];
  while (!cursor.is(")")) {
    steps.push(parseExpression(cursor));
    if (!cursor.accept(",")) break;
  }
  cursor.expect(")");
  const body = parseStatement(cursor);
  return { kind: "for", start, end: cursor.lastEnd, first, test, steps, body };
}

/** In most engines `foreach` isn't a keyword. */
function startsForEach(cursor: TokenCursor): boolean {
  if (cursor.kind(1) !== Op["("]) return false;
  cursor.at += 2;
  const starts = startsVariable(cursor);
  cursor.at -= 2;
  return starts;
}

/** Parses `foreach (Type Value : range)`, and `foreach (Type Value, Type Key : range)` of newer engines. */
function parseForEach(cursor: TokenCursor, start: number): Statement {
  cursor.at++;
  cursor.expect("(");
  const type = parseType(cursor);
  const variable = cursor.takeName();
  const second = cursor.accept(",") ? { type: parseType(cursor), variable: cursor.takeName() } : undefined;
  cursor.expect(":");
  const range = parseExpression(cursor);
  cursor.expect(")");
  const body = parseStatement(cursor);
  return { kind: "range", start, end: cursor.lastEnd, type, variable, second, range, body };
}

function parseVariables(cursor: TokenCursor): Extract<Statement, { kind: "variables" }> {
  const start = cursor.start;
  const type = parseType(cursor);
  const variables: VariableSyntax[] = [];
  do variables.push(parseVariable(cursor));
  while (cursor.accept(","));
  return { kind: "variables", start, end: cursor.lastEnd, type, variables };
}

/** Parses a name that is followed by `= value`, by `(arguments)` or by neither. */
export function parseVariable(cursor: TokenCursor): VariableSyntax {
  if (!cursor.isName()) cursor.fail("Name expected");
  const name = cursor.takeName();
  if (cursor.accept("=")) {
    const value = cursor.is("{") ? parseList(cursor) : parseExpression(cursor);
    return { name, value, arguments: [] };
  }
  const list = cursor.accept("(") ? parseArguments(cursor, ")") : [];
  return { name, value: undefined, arguments: list };
}
