/** Integer constants: what an `int` that is written decides about the type of an operation (C# §10.2.11, §12.4.7). */
import { KIND } from "../outline/symbols.ts";
import { MODIFIER_BIT } from "../outline/words.ts";
import { childOf, type SyntaxNode } from "../syntax/grammar.ts";
import type { Binder } from "./binder.ts";
import type { SourceFile } from "./source-file.ts";

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
/** Constants of constants are followed this far. */
const MOST_STEPS = 8;

/** The type of an integer literal: by its suffix the first one that holds it (C# §6.4.5.3). */
export function literalType(written: string): string {
  const value = Number(digitsOf(written));
  const suffix = /^0[xX]/.test(written) ? /[uUlL]*$/.exec(written)![0] : /[a-zA-Z]*$/.exec(written)![0];
  const isUnsigned = /u/i.test(suffix);
  const isLong = /l/i.test(suffix);
  if (!isLong && !isUnsigned && value <= 0x7fffffff) return "int";
  if (!isLong && value <= 0xffffffff) return "uint";
  // The greatest `long` is no exact number here: what rounds to 2^63 is looked at as it is written.
  const isGreat = value >= 2 ** 63 && BigInt(digitsOf(written)) > 0x7fffffffffffffffn;
  return isUnsigned || isGreat ? "ulong" : "long";
}

/** `-2147483648` is an `int`, though what is behind the sign is none. */
export function leastNegated(written: string): string | undefined {
  const digits = written.replaceAll("_", "");
  if (digits === "2147483648") return "int";
  return /^9223372036854775808[lL]?$/.test(digits) ? "long" : undefined;
}

function digitsOf(written: string): string {
  return written.replaceAll("_", "").replace(/[uUlL]+$/, "");
}

/** An expression of type `int` as a constant: its value, NaN where it is one that is not known, undefined where it is none. */
export function intConstant(binder: Binder, node: SyntaxNode, steps = 0): number | undefined {
  const text = binder.file.text.slice(node.start, node.end);
  const operand = (child: SyntaxNode | undefined) => (child ? intConstant(binder, child, steps) : undefined);
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

/** A `const` of a type or of a member, by the number that it is declared with. */
function named(binder: Binder, node: SyntaxNode, steps: number): number | undefined {
  const value = binder.value(node);
  if (value.is === "local") {
    const { declarator } = value.local;
    const statement = declarator.parent?.parent;
    if (declarator.type !== "variable_declarator" || !statement) return undefined;
    const isConst = /^const\b/.test(binder.file.text.slice(statement.start, statement.end));
    const given = isConst ? declarator.children.at(-1) : undefined;
    if (!given) return undefined;
    return steps < MOST_STEPS ? (intConstant(binder, given, steps + 1) ?? Number.NaN) : Number.NaN;
  }
  if (value.is === "foreign") return limit(binder.file.text.slice(node.start, node.end));
  const [member] = value.is === "value" ? (value.members ?? []) : [];
  if (!member || member.declaration.kind !== KIND.field) return undefined;
  const { modifiers, nameEnd } = member.declaration;
  return (modifiers & MODIFIER_BIT.const) === 0 ? undefined : declaredNumber(member.file, nameEnd);
}

function limit(written: string): number | undefined {
  return /^(?:System\.)?(?:int|Int32)\.MaxValue$/.test(written) ? 0x7fffffff : undefined;
}

function declaredNumber(file: SourceFile, from: number): number {
  const written = /^\s*=\s*(-?\s*(?:0[xX][\da-fA-F_]+|0[bB][01_]+|\d[\d_]*))\s*[,;]/.exec(
    file.text.slice(from, from + 80),
  );
  if (!written) return Number.NaN;
  const [sign, digits] = [written[1]!.startsWith("-") ? -1 : 1, digitsOf(written[1]!.replace(/^-\s*/, ""))];
  return sign * Number(digits);
}
