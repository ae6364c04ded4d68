/** Binds statements and keeps track of scopes. */
import type { Expression, Statement, TypeSyntax, VariableSyntax } from "../parser/syntax.ts";
import type { Binder } from "./binder.ts";
import { bindArguments } from "./call-binder.ts";
import { bindExpression } from "./expression-binder.ts";
import { resolveOverload } from "./overload-resolution.ts";
import type { TypeUse } from "./type-use.ts";

export function bindStatements(binder: Binder, statements: readonly Statement[]): void {
  for (const statement of statements) bindStatement(binder, statement);
}

function bindStatement(binder: Binder, statement: Statement): void {
  binder.objectTypes.clear();
  switch (statement.kind) {
    case "block":
      binder.scoped(() => bindStatements(binder, statement.body));
      return;
    case "variables": {
      const type = binder.bindType(statement.type);
      for (const variable of statement.variables) {
        const value = bindInitial(binder, variable, type);
        if (variable.value && !isAuto(statement.type)) binder.checkValue(variable.value, value, type);
        const known = isAuto(statement.type) ? markAuto(binder, statement.type, value) : type;
        binder.declareLocal(variable.name, known, false, isAuto(statement.type) ? "" : statement.type.text);
      }
      return;
    }
    case "expression":
      bindExpression(binder, statement.expression);
      return;
    case "if":
      bindIf(binder, statement);
      return;
    case "for":
      binder.scoped(() => {
        if (statement.first) bindStatement(binder, statement.first);
        if (statement.test) bindCondition(binder, statement.test);
        for (const step of statement.steps) bindExpression(binder, step);
        bindStatement(binder, statement.body);
      });
      return;
    case "range":
      binder.scoped(() => {
        const written = binder.bindType(statement.type);
        const element = elementType(binder, bindExpression(binder, statement.range));
        const type = isAuto(statement.type) ? markAuto(binder, statement.type, element) : written;
        binder.declareLocal(statement.variable, type, false, isAuto(statement.type) ? "" : statement.type.text);
        const { second } = statement;
        if (second) binder.declareLocal(second.variable, binder.bindType(second.type), false, second.type.text);
        bindStatement(binder, statement.body);
      });
      return;
    case "while":
      bindCondition(binder, statement.test);
      binder.scoped(() => bindStatement(binder, statement.body));
      return;
    case "switch":
      bindExpression(binder, statement.subject);
      binder.scoped(() => bindStatements(binder, statement.body));
      return;
    case "case":
      if (statement.value) bindExpression(binder, statement.value);
      return;
    case "return":
      bindReturn(binder, statement);
      return;
    case "simple":
    case "skipped":
      return;
  }
}

function bindCondition(binder: Binder, test: Expression): void {
  binder.checkCondition(test, bindExpression(binder, test));
}

function bindReturn(binder: Binder, { start, end, value }: Extract<Statement, { kind: "return" }>): void {
  const type = value && bindExpression(binder, value);
  if (value && binder.returnsNothing === true)
    binder.errors?.add(value.start, value.end - value.start, "A void function must not return a value");
  else if (!value && binder.returnsNothing === false)
    binder.errors?.add(start, end - start, "A value must be returned");
  else if (value) binder.checkValue(value, type, binder.returns);
}

/** This is a loop because a chain of `else if` can be too long for recursion. */
function bindIf(binder: Binder, first: Extract<Statement, { kind: "if" }>): void {
  for (let branch: Statement | undefined = first; branch; ) {
    if (branch.kind !== "if") {
      const last = branch;
      binder.scoped(() => bindStatement(binder, last));
      return;
    }
    const { yes } = branch;
    bindCondition(binder, branch.test);
    binder.scoped(() => bindStatement(binder, yes));
    branch = branch.no;
  }
}

/** Binds `= value`, or the constructor call in `FVector V(1, 2, 3)`. */
export function bindInitial(binder: Binder, variable: VariableSyntax, type: TypeUse | undefined): TypeUse | undefined {
  if (variable.value) return bindExpression(binder, variable.value);
  if (variable.arguments.length === 0) return type;
  const list = bindArguments(binder, variable.arguments, bindExpression);
  if (type) resolveOverload(binder.lookup, binder.lookup.constructors(type.symbol), list, type);
  return type;
}

function isAuto(type: TypeSyntax): boolean {
  return type.path.length === 1 && type.path[0]?.name === "auto";
}

function markAuto(binder: Binder, type: TypeSyntax, value: TypeUse | undefined): TypeUse | undefined {
  const word = type.path[0];
  if (value && word) binder.markType(word, value.symbol, "alias");
  return value;
}

/** Returns the element type of a range-based loop, which is the return type of `Iterator().Proceed()`. */
function elementType(binder: Binder, range: TypeUse | undefined): TypeUse | undefined {
  if (!range) return undefined;
  const { lookup } = binder;
  const iterator = lookup.members(range.symbol, "Iterator")[0];
  const type = iterator ? lookup.typeOf(iterator, range) : undefined;
  const proceed = type ? lookup.members(type.symbol, "Proceed")[0] : undefined;
  if (type && proceed) return lookup.typeOf(proceed, type);
  return range.arguments.length === 1 ? range.arguments[0] : undefined;
}
