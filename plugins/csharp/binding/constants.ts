/** Evaluates integer constants, because the value of a constant can affect the type of an operation (C# §10.2.11, §12.4.7). */
import { KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { rangeOf } from "../semantics/framework-types.ts";
import type { Member } from "../semantics/semantic-model.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { tokenAt } from "../syntax/token-position.ts";
import type { Binder } from "./bound-value.ts";

const SIZES: Readonly<Record<string, number>> = {
  sbyte: 1,
  byte: 1,
  bool: 1,
  short: 2,
  ushort: 2,
  char: 2,
  int: 4,
  uint: 4,
  float: 4,
  long: 8,
  ulong: 8,
  double: 8,
  decimal: 16,
};
/** The longest chain of constants that refer to each other. */
const MAX_STEPS = 8;

/** Returns the type of an integer literal, which is the first type for its suffix that can hold the value (C# §6.4.5.3). */
export function literalType(written: string): string {
  const value = Number(digitsOf(written));
  const suffix = /^0[xX]/.test(written) ? /[uUlL]*$/.exec(written)![0] : /[a-zA-Z]*$/.exec(written)![0];
  const isUnsigned = /u/i.test(suffix);
  const isLong = /l/i.test(suffix);
  if (!isLong && !isUnsigned && value <= 0x7fffffff) return "int";
  if (!isLong && value <= 0xffffffff) return "uint";
  // The largest `long` isn't exact as a number. If it is rounded to 2^63, the values are compared as bigints.
  const isGreat = value >= 2 ** 63 && BigInt(digitsOf(written)) > 0x7fffffffffffffffn;
  return isUnsigned || isGreat ? "ulong" : "long";
}

/** Returns the type of a real literal by its suffix. */
export function realLiteralType(written: string): string {
  return /f$/i.test(written) ? "float" : /m$/i.test(written) ? "decimal" : "double";
}

/** `-2147483648` is an `int`, although it wouldn't be one without the sign. */
export function negatedLiteralType(written: string): string | undefined {
  const digits = written.replaceAll("_", "");
  if (digits === "2147483648") return "int";
  return /^9223372036854775808[lL]?$/.test(digits) ? "long" : undefined;
}

function digitsOf(written: string): string {
  return written.replaceAll("_", "").replace(/[uUlL]+$/, "");
}

/**
 * Evaluates an `int` expression. The result is NaN if it is constant but can't be evaluated, and undefined if it isn't
 * constant.
 */
export function constantValue(binder: Binder, node: SyntaxNode, steps = 0): number | undefined {
  const text = binder.file.textOf(node);
  const operand = (child: SyntaxNode | undefined) => (child ? constantValue(binder, child, steps) : undefined);
  switch (node.type) {
    case "integer_literal":
      return Number(digitsOf(text));
    case "parenthesized_expression":
      return operand(node.children[1]);
    case "prefix_unary_expression": {
      const value = operand(node.children.at(-1));
      return value === undefined ? undefined : unary(node.children[0]!.type, value);
    }
    case "binary_expression": {
      const [left, right] = [operand(childOf(node, "left")), operand(childOf(node, "right"))];
      return left === undefined || right === undefined ? undefined : folded(node.children[1]!.type, left, right);
    }
    case "sizeof_expression":
      return SIZES[/\(\s*(\w+)\s*\)/.exec(text)?.[1] ?? ""];
    case "character_literal":
      // Escapes are masked for the grammar, so the node ends too early.
      return text.length === 3 && text[1] !== "\\" ? text.charCodeAt(1) : Number.NaN;
    case "checked_expression":
      return operand(
        node.children.find(({ field, type }) => field === "expression" || /_(?:expression|literal)$/.test(type)),
      );
    case "cast_expression":
      return cast(binder, node, steps);
    case "default_expression":
      return /^default\s*\(\s*\w+\s*\)$/.test(text) ? 0 : undefined;
    case "identifier":
    case "member_access_expression":
      return named(binder, node, steps);
    default:
      return undefined;
  }
}

function unary(operator: string, value: number): number | undefined {
  if (operator === "-") return -value;
  if (operator === "~") return Number.isNaN(value) ? value : ~value;
  return operator === "+" ? value : undefined;
}

function folded(operator: string, a: number, b: number): number | undefined {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return Math.trunc(a / b);
    case "%":
      return a % b;
    case "<<":
      return a << b;
    case ">>":
      return a >> b;
    case ">>>":
      return (a >>> b) | 0;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    default:
      return undefined;
  }
}

/** Evaluates `(int)x` for a constant `x`. If the operand has another type, the value isn't known. */
function cast(binder: Binder, node: SyntaxNode, steps: number): number | undefined {
  const [type, operand] = [childOf(node, "type"), childOf(node, "value") ?? node.children.at(-1)];
  if (!type || !operand || !/^(?:int|Int32|System\.Int32)$/.test(binder.file.textOf(type))) return undefined;
  if (operand.type === "real_literal") return Number.NaN;
  const value = constantValue(binder, operand, steps);
  return value !== undefined && Math.abs(value) > 0x7fffffff ? Number.NaN : value;
}

/** Evaluates a constant member or local by its declaration. */
function named(binder: Binder, node: SyntaxNode, steps: number): number | undefined {
  const value = binder.value(node);
  if (value.is === "local") {
    const { declarator } = value.local;
    const statement = declarator.parent?.parent;
    if (declarator.type !== "variable_declarator" || !statement) return undefined;
    const isConst = /^const\b/.test(binder.file.textOf(statement));
    return isConst ? initializer(binder, declarator, steps) : undefined;
  }
  if (value.is === "external") return limit(binder.file.textOf(node));
  const members = value.is === "value" ? (value.members ?? []) : [];
  if (members.length === 0 || !members.every(isConstant)) return undefined;
  const numbers = new Set(members.map((member) => declaredNumber(binder, member, steps)));
  // The branches of an `#if` may give the same name different values.
  return numbers.size === 1 ? [...numbers][0] : Number.NaN;
}

function isConstant({ declaration: { kind, modifiers } }: Member): boolean {
  return kind === KIND.enumMember || (kind === KIND.field && (modifiers & MODIFIER_BIT.const) !== 0);
}

/** Evaluates the initializer of a constant. The result is NaN if it isn't known. */
function initializer(binder: Binder, declarator: SyntaxNode, steps: number): number {
  const given = declarator.children.at(-1);
  return given && steps < MAX_STEPS ? (constantValue(binder, given, steps + 1) ?? Number.NaN) : Number.NaN;
}

function limit(written: string): number | undefined {
  const found = /^(?:System\.)?(\w+)\.(Min|Max)Value$/.exec(written);
  const limits = found && rangeOf(found[1] === "Int32" ? "int" : found[1]!);
  // It is too large for an `int`.
  return !limits || limits[1] > 0x7fffffff ? undefined : limits[found[2] === "Min" ? 0 : 1];
}

function declaredNumber(binder: Binder, { declaration, file, index }: Member, steps: number): number {
  if (declaration.kind === KIND.enumMember) return Number.NaN;
  const [pass] = file.passesOf(declaration.nameStart);
  const name = tokenAt(file.tree(index, pass!), declaration.nameStart);
  const declarator = name?.parent;
  if (declarator?.type !== "variable_declarator" || childOf(declarator, "name") !== name) return Number.NaN;
  return initializer(binder.openAt(file, index), declarator, steps);
}
