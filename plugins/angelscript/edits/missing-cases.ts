/** Finds enum values that a switch doesn't handle. */
import type { TextEdit } from "../../../core/host/plugin-api.ts";
import type { TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import type { OpenFile } from "../engine/opened-file.ts";
import { parseStatements } from "../parser/statement-parser.ts";
import type { DeclarationSyntax, Expression, Statement } from "../parser/syntax.ts";
import { TokenCursor } from "../parser/token-cursor.ts";
import { typeNamedAt } from "./code-actions.ts";
import { lineStart, refused } from "./place-edits.ts";
import { blankOf, indentStep } from "./reindent.ts";

type Switch = Extract<Statement, { kind: "switch" }>;

/**
 * `subject` is the expression of the switch in its written form. If it is "", the function must contain exactly one incomplete
 * switch.
 */
export function missingCases(
  engine: Engine,
  open: OpenFile,
  declaration: DeclarationSyntax,
  subject: string,
): TextEdit {
  const { tokens, text } = open;
  const { body, name } = declaration;
  if (!body) throw refused(`${name.name} has no body`);
  const cursor = new TokenCursor(tokens, body[0] + 1, body[1]);
  const all = [...switchesIn(parseStatements(cursor))];
  const written = (each: Switch): string => text.slice(each.subject.start, each.subject.end);
  const fitting = all.filter((each) => subject === "" || written(each) === subject);
  if (fitting.length === 0)
    throw refused(
      `${name.name} has no switch${subject === "" ? "" : ` over "${subject}"`}`,
      all.length > 0 ? `It has ${all.map((each) => `switch (${written(each)})`).join(", ")}` : undefined,
    );
  const looked = fitting.map((each) => {
    const type = enumOf(engine, open, each);
    return { each, type, missing: type ? missingOf(each, type) : [] };
  });
  const left = looked.filter(({ missing }) => missing.length > 0);
  const [first] = left;
  if (!first) {
    const isUnknown = looked.some(({ type }) => !type);
    throw refused(
      isUnknown ? "The switch's expression is not of a known enum type" : "The switch has a case for every value",
    );
  }
  if (left.length > 1)
    throw refused(
      `${name.name} has ${left.length} switches with missing cases`,
      `Pass as "code" the expression of one of them: ${left.map(({ each }) => written(each)).join(", ")}`,
    );
  return casesEdit(text, first.each, first.missing);
}

function* switchesIn(list: readonly (Statement | undefined)[]): Generator<Switch> {
  for (const each of list) {
    if (!each) continue;
    if (each.kind === "switch") {
      yield each;
      yield* switchesIn(each.body);
    } else if (each.kind === "block") yield* switchesIn(each.body);
    else if (each.kind === "if") yield* switchesIn([each.yes, each.no]);
    else if (each.kind === "for" || each.kind === "range" || each.kind === "while") yield* switchesIn([each.body]);
  }
}

function enumOf(engine: Engine, open: OpenFile, { subject, body }: Switch): TypeSymbol | undefined {
  const values = body.flatMap((each) => (each.kind === "case" && each.value ? [each.value] : []));
  const inCases = values.map((value) => {
    const scope = value.kind === "path" ? value.path.at(-2) : undefined;
    return scope && typeNamedAt(engine, open, scope.start);
  });
  const type = inCases.find((each) => each?.kind === "enum") ?? typeNamedAt(engine, open, nameOffset(subject));
  return type?.kind === "enum" ? type : undefined;
}

/** Returns the offset of the name that determines the type of an expression, or -1. */
function nameOffset(expression: Expression): number {
  if (expression.kind === "path") return expression.path.at(-1)?.start ?? -1;
  if (expression.kind === "member") return expression.name.start;
  return expression.kind === "call" ? nameOffset(expression.callee) : -1;
}

/**
 * Returns the missing labels in the same form as the existing ones. The `MAX` value of engine enums is left out, because it
 * only counts the others.
 */
function missingOf({ body }: Switch, type: TypeSymbol): string[] {
  const paths = body.flatMap((each) => (each.kind === "case" && each.value?.kind === "path" ? [each.value.path] : []));
  const present = new Set(paths.map((path) => path.at(-1)?.name));
  const scope = paths
    .map((path) =>
      path
        .slice(0, -1)
        .map((each) => each.name)
        .join("::"),
    )
    .find((each) => each !== "");
  return type.members
    .filter(
      ({ name, kind }) => kind === "enumValue" && !present.has(name) && (type.isScript || !/(?:^|_)MAX$/i.test(name)),
    )
    .map(({ name }) => `${scope ?? type.qualifiedName}::${name}`);
}

/**
 * Inserts the cases above `default` and the labels that share its code. If the previous case falls through, they are inserted
 * at the top.
 */
function casesEdit(text: string, { start, end, body, subject }: Switch, labels: readonly string[]): TextEdit {
  const step = indentStep(text);
  const outer = blankOf(text.slice(lineStart(text, start)));
  const one = body.find((each) => each.kind === "case");
  const isOnOwnLine = one && text.slice(lineStart(text, one.start), one.start).trim() === "";
  const indent = one && isOnOwnLine ? blankOf(text.slice(lineStart(text, one.start))) : outer + step;
  const code = labels.map((label) => `${indent}case ${label}:\n${indent}${step}break;\n`).join("");
  let at = body.length;
  const fallback = body.findIndex((each) => each.kind === "case" && !each.value);
  if (fallback >= 0) for (at = fallback; at > 0 && body[at - 1]?.kind === "case"; ) at--;
  const next = body[at];
  const before = body[at - 1];
  const from = lineStart(text, next?.start ?? end - 1);
  const isFree = text.slice(from, next?.start ?? end - 1).trim() === "" && (!before || before.end <= from);
  if (isFree && (!before || !runsOn(before))) return { start: from, end: from, text: code };
  const brace = text.indexOf("{", subject.end) + 1;
  const hasBreak = /^[ \t]*\r?\n/.test(text.slice(brace));
  return { start: brace, end: brace, text: `\n${hasBreak ? code.slice(0, -1) : code + indent}` };
}

function runsOn(statement: Statement): boolean {
  if (statement.kind === "block") {
    const last = statement.body.at(-1);
    return !last || runsOn(last);
  }
  if (statement.kind === "simple") return statement.word === "fallthrough" || statement.word === "";
  return statement.kind !== "return";
}
