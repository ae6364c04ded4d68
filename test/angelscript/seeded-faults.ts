/**
 * Inserts an error into a real script where syntax and unique declarations guarantee that it's one. Doesn't use our checker.
 * Deterministic for a given seed.
 */
import { Names } from "../../plugins/angelscript/lexer/interned-names.ts";
import { tokenize } from "../../plugins/angelscript/lexer/lexer.ts";
import { Kind, type Tokens } from "../../plugins/angelscript/lexer/tokens.ts";
import { parseFile } from "../../plugins/angelscript/parser/declaration-parser.ts";
import { parseStatements } from "../../plugins/angelscript/parser/statement-parser.ts";
import type { DeclarationSyntax, Expression, Statement } from "../../plugins/angelscript/parser/syntax.ts";
import { TokenCursor } from "../../plugins/angelscript/parser/token-cursor.ts";
import { FAULT_KINDS } from "./fault-kinds.ts";

export interface Script {
  path: string;
  text: string;
}

export interface Fault {
  kind: string;
  path: string;
  text: string;
  /** 1-based. */
  line: number;
  /** Inserted code. */
  code: string;
}

/** Replaces `[start, end)` by `code`. The error is expected at `at`, or else at the code. */
export interface Edit {
  start: number;
  end: number;
  code: string;
  at?: number;
}

export interface FunctionSite {
  syntax: DeclarationSyntax;
  owner: DeclarationSyntax | undefined;
  statements: Statement[];
  /** After the `{` and before the `}`. */
  bodyStart: number;
  bodyEnd: number;
}

export interface FileSites {
  script: Script;
  tokens: Tokens;
  declarations: DeclarationSyntax[];
  functions: FunctionSite[];
  types: DeclarationSyntax[];
  calls: Extract<Expression, { kind: "call" }>[];
  locals: { variable: Extract<Statement, { kind: "variables" }>; within: FunctionSite }[];
  returns: { statement: Extract<Statement, { kind: "return" }>; within: FunctionSite }[];
  tests: Expression[];
}

export interface Project {
  files: FileSites[];
  /** Functions and methods by name. Overloads have several entries. */
  callables: Map<string, DeclarationSyntax[]>;
  types: Map<string, DeclarationSyntax[]>;
  /** All words in all scripts. */
  words: Set<string>;
}

export interface Random {
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (count: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}

export function readProject(scripts: readonly Script[]): Project {
  const project: Project = { files: [], callables: new Map(), types: new Map(), words: new Set() };
  for (const script of scripts) {
    const file = sitesOf(script);
    if (!file) continue;
    project.files.push(file);
    for (const { syntax } of file.functions) add(project.callables, syntax.name.name, syntax);
    for (const type of file.types) add(project.types, type.name.name, type);
    const { tokens } = file;
    for (let at = 0; at < tokens.count; at++)
      if (tokens.kinds[at] === Kind.name) project.words.add(tokens.names.text(tokens.ids[at] as number));
  }
  return project;
}

function add<Value>(to: Map<string, Value[]>, key: string, value: Value): void {
  const known = to.get(key);
  if (known) known.push(value);
  else to.set(key, [value]);
}

/** Undefined if the script doesn't parse. */
function sitesOf(script: Script): FileSites | undefined {
  const tokens = tokenize(script.text, new Names());
  const { declarations, errors } = parseFile(tokens);
  if (errors.length > 0) return undefined;
  const file: FileSites = {
    ...{ script, tokens, declarations, functions: [], types: [], calls: [], locals: [], returns: [], tests: [] },
  };
  const visit = (list: readonly DeclarationSyntax[], owner: DeclarationSyntax | undefined): void => {
    for (const each of list) {
      if (each.kind === "namespace") visit(each.members ?? [], undefined);
      else if (each.members) {
        file.types.push(each);
        visit(each.members, each);
      }
      if (each.body && each.kind === "function") addFunction(file, each, owner);
    }
  };
  visit(declarations, undefined);
  return file;
}

function addFunction(file: FileSites, syntax: DeclarationSyntax, owner: DeclarationSyntax | undefined): void {
  const { tokens } = file;
  const [first, last] = syntax.body as [number, number];
  const cursor = new TokenCursor(tokens, first + 1, last);
  const statements = parseStatements(cursor);
  if (cursor.errors.length > 0 || !cursor.ended) return;
  const bodyStart = tokens.ends[first] as number;
  const within: FunctionSite = { syntax, owner, statements, bodyStart, bodyEnd: tokens.starts[last] as number };
  file.functions.push(within);
  for (const statement of statements) visitStatement(file, within, statement);
}

function visitStatement(file: FileSites, within: FunctionSite, statement: Statement): void {
  const inner = (each: Statement | undefined): void => {
    if (each) visitStatement(file, within, each);
  };
  const value = (each: Expression | undefined): void => {
    if (each) visitExpression(file, each);
  };
  switch (statement.kind) {
    case "block":
    case "switch":
      for (const each of statement.body) inner(each);
      break;
    case "variables":
      file.locals.push({ variable: statement, within });
      for (const each of statement.variables) value(each.value);
      break;
    case "expression":
      value(statement.expression);
      break;
    case "if":
      file.tests.push(statement.test);
      value(statement.test);
      inner(statement.yes);
      inner(statement.no);
      break;
    case "while":
      file.tests.push(statement.test);
      inner(statement.body);
      break;
    case "for":
      inner(statement.body);
      break;
    case "range":
      value(statement.range);
      inner(statement.body);
      break;
    case "return":
      file.returns.push({ statement, within });
      value(statement.value);
  }
}

function visitExpression(file: FileSites, expression: Expression): void {
  if (expression.kind === "call") {
    file.calls.push(expression);
    visitExpression(file, expression.callee);
    for (const { value } of expression.arguments) visitExpression(file, value);
  } else if (expression.kind === "member") visitExpression(file, expression.object);
  else if (expression.kind === "assign") {
    visitExpression(file, expression.target);
    visitExpression(file, expression.value);
  } else if (expression.kind === "binary") {
    visitExpression(file, expression.left);
    visitExpression(file, expression.right);
  } else if (expression.kind === "unary") visitExpression(file, expression.operand);
}

/** Inserts an error into a random file. Undefined if there's no suitable place. */
export function seedFault(project: Project, kind: string, random: Random): Fault | undefined {
  const make = FAULT_KINDS[kind];
  if (!make) return undefined;
  for (let tries = 0; tries < 200; tries++) {
    const file = random.pick(project.files);
    const edit = make(file, project, random);
    if (!edit) continue;
    const { path, text } = file.script;
    const changed = text.slice(0, edit.start) + edit.code + text.slice(edit.end);
    if (changed === text) continue;
    const at = edit.at ?? edit.start + edit.code.length - edit.code.trimStart().length;
    return { kind, path, text: changed, line: changed.slice(0, at).split("\n").length, code: edit.code.trim() };
  }
  return undefined;
}
