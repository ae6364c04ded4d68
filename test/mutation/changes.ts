/** Finds possible mutations in a file's syntax tree, and generates code with all of them, switchable by number. */
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBinaryExpression,
  isBlock,
  isBreakStatement,
  isCallExpression,
  isConditionalExpression,
  isConstructorDeclaration,
  isContinueStatement,
  isDoStatement,
  isEnumDeclaration,
  isExportDeclaration,
  isExpressionStatement,
  isForInStatement,
  isForOfStatement,
  isForStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isFunctionLikeDeclaration,
  isIfStatement,
  isImportDeclaration,
  isInterfaceDeclaration,
  isJsxAttribute,
  isMethodDeclaration,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isStringLiteral,
  isSwitchStatement,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isThrowStatement,
  isTryStatement,
  isTypeAliasDeclaration,
  isTypeNode,
  isWhileStatement,
  type Node,
  type SourceFile,
  SyntaxKind,
} from "typescript/unstable/ast";

export interface Mutant {
  id: number;
  file: string;
  line: number;
  /** Original and replacement, "" if it's removed. */
  from: string;
  to: string;
  /** Text of the line, so that a list of mutations stays valid if lines move. */
  text: string;
}

/** Replacements of operators, one mutation each. "right" keeps only the right side. */
const OPERATORS = new Map([
  ["===", ["!=="]],
  ["!==", ["==="]],
  ["&&", ["||"]],
  ["||", ["&&"]],
  ["??", ["&&", "right"]],
  ["<", ["<=", ">="]],
  [">", [">=", "<="]],
  ["<=", ["<", ">"]],
  [">=", [">", "<"]],
  ["+", ["-"]],
  ["-", ["+"]],
  ["*", ["/"]],
  ["/", ["*"]],
  ["%", ["*"]],
]);
const LOGICAL = new Set(["&&", "||", "??"]);
const EQUALITY = new Set(["===", "!=="]);
const COMPARISONS = new Set(["===", "!==", "<", ">", "<=", ">="]);
/** Result strings of the C# binder. */
const WORDS = new Map([
  ["yes", "maybe"],
  ["maybe", "no"],
  ["certain", "possible"],
]);
/** Replacements of methods. `slice` and `toString` return the list or string itself. */
const METHODS = new Map([
  ["some", "every"],
  ["every", "some"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["min", "max"],
  ["max", "min"],
  ["floor", "ceil"],
  ["ceil", "floor"],
  ["filter", "slice"],
  ["sort", "slice"],
  ["toSorted", "slice"],
  ["reverse", "slice"],
  ["toReversed", "slice"],
  ["trim", "toString"],
  ["toLowerCase", "toUpperCase"],
  ["toUpperCase", "toLowerCase"],
]);
/** Larger numbers are only changed in comparisons. */
const SMALL = 10;
const SWITCHES = "$held, $is, $left, $negative, $not, $operation, $opposite, $released, $right, $value";

/** Numbering starts at `first`. `switchPath` is the import path of switch.ts. */
export function withSwitches(
  file: string,
  source: SourceFile,
  first: number,
  switchPath: string,
): { text: string; mutants: Mutant[] } {
  const mutants: Mutant[] = [];
  const { text } = source;
  const lines = text.split("\n");

  const begin = (node: Node): number => node.getStart(source);
  const textOf = (node: Node): string => text.slice(begin(node), node.end);

  /** Adds a mutation for each of `to`. Returns the first number. */
  function add(at: number, from: string, ...to: string[]): number {
    const line = text.slice(0, at).split("\n").length;
    const id = first + mutants.length;
    for (const each of to)
      mutants.push({ id: first + mutants.length, file, line, from, to: each, text: lines[line - 1]!.trim() });
    return id;
  }

  /** Text of a node with mutations inside it applied. */
  function inside(node: Node): string {
    const children: Node[] = [];
    node.forEachChild((child) => void children.push(child));
    let written = "";
    let at = begin(node);
    for (const child of children.sort((a, b) => a.pos - b.pos)) {
      const start = begin(child);
      if (start < at) continue;
      written += text.slice(at, start) + changed(child);
      at = child.end;
    }
    return written + text.slice(at, node.end);
  }

  function changed(node: Node): string {
    if (isLeftAsItIs(node)) return textOf(node);
    const droppable = droppedAs(node);
    if (droppable !== undefined) {
      const id = add(begin(node), droppable, "");
      return `{ if (!$is(${id})) ${inside(node)} }`;
    }
    if (isConditionOfItsOwn(node)) return `$opposite(${add(begin(node), shortened(node), "negated")}, ${value(node)})`;
    return value(node);
  }

  function value(node: Node): string {
    if (isBinaryExpression(node)) return binary(node.left, node.operatorToken, node.right) ?? inside(node);
    if (node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword) {
      const word = textOf(node);
      const other = String(word !== "true");
      return `$value(${add(begin(node), word, other)}, ${word}, ${other})`;
    }
    if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
      return `$not(${add(begin(node), "!", "")}, ${changed(node.operand)})`;
    if (isAwaitExpression(node) && !isReturned(node)) {
      const id = add(begin(node), "await", "");
      return `$released(await $held(${id}, ${changed(node.expression)}))`;
    }
    if (isArrayLiteralExpression(node) && node.elements.length > 0 && !isAssignedTo(node))
      return `$value(${add(begin(node), shortened(node), "[]")}, ${inside(node)}, [])`;
    if (isNumericLiteral(node)) return number(node, Number(node.text));
    if (isStringLiteral(node)) return string(node, node.text);
    if ((isTemplateExpression(node) || isNoSubstitutionTemplateLiteral(node)) && !/\s/.test(withoutValues(node)))
      return `$value(${add(begin(node), shortened(node), '""')}, ${inside(node)}, "")`;
    if (isPropertyAccessExpression(node) && METHODS.has(node.name.text) && isCalled(node)) {
      const [plain, other] = [node.name.text, METHODS.get(node.name.text)!];
      const object = changed(node.expression);
      const id = add(begin(node.name) - 1, `.${plain}(`, `.${other}(`);
      const dot = node.questionDotToken === undefined ? "" : "?.";
      return `${object}${dot}[$value(${id}, "${plain}", "${other}")]`;
    }
    if (isArrowFunction(node) && !isBlock(node.body) && textOf(node.body) !== "undefined") {
      const id = add(begin(node.body), shortened(node.body), "undefined");
      return `${text.slice(begin(node), begin(node.body))}($is(${id}) ? undefined : ${changed(node.body)})`;
    }
    if (isBlock(node) && isBody(node) && !isOneDropped(node)) {
      const id = add(begin(node), "{", "{ return;");
      return `{ if ($is(${id})) return;${inside(node).slice(1)}`;
    }
    return inside(node);
  }

  function binary(left: Node, token: Node, right: Node): string | undefined {
    const operator = textOf(token);
    if (operator === "+=" || operator === "-=") {
      const id = add(begin(token), operator, operator === "+=" ? "-=" : "+=");
      return `${changed(left)} ${operator} $negative(${id}, ${changed(right)})`;
    }
    const others = OPERATORS.get(operator);
    if (others === undefined || (operator === "+" && [left, right].some(isText))) return undefined;
    const id = add(begin(token), operator, ...others);
    const all = JSON.stringify([operator, ...others]);
    return LOGICAL.has(operator)
      ? `($right(${id}, ${all}, ${changed(left)}) ? (${changed(right)}) : $left())`
      : `$operation(${id}, ${all}, ${changed(left)}, ${changed(right)})`;
  }

  function number(node: Node, plain: number): string {
    const isCompared = isBinaryExpression(node.parent) && COMPARISONS.has(textOf(node.parent.operatorToken));
    if (!Number.isInteger(plain) || (plain > SMALL && !isCompared)) return textOf(node);
    const others = plain === 0 ? [1] : [plain + 1, plain - 1];
    return `$value(${add(begin(node), textOf(node), ...others.map(String))}, ${[plain, ...others].join(", ")})`;
  }

  function string(node: Node, plain: string): string {
    const written = textOf(node);
    // Skip if the comparison's operator is mutated, and skip messages for people.
    const isCompared = isBinaryExpression(node.parent) && EQUALITY.has(textOf(node.parent.operatorToken));
    const others = [
      ...(WORDS.has(plain) ? [WORDS.get(plain)!] : []),
      ...(isCompared || /\s/.test(plain) ? [] : [plain === "" ? "mutant" : ""]),
    ].map((each) => JSON.stringify(each));
    if (others.length === 0) return written;
    return `$value(${add(begin(node), written, ...others)}, ${[written, ...others].join(", ")})`;
  }

  function shortened(node: Node): string {
    const written = textOf(node).replace(/\s+/g, " ");
    return written.length > 60 ? `${written.slice(0, 59)}…` : written;
  }

  /** Name of a removable statement. Undefined if it can't be removed. */
  function droppedAs(node: Node): string | undefined {
    if (isExpressionStatement(node)) return isSuperCall(node.expression) ? undefined : shortened(node);
    if (isThrowStatement(node)) return shortened(node);
    const isJump = isContinueStatement(node) || (isReturnStatement(node) && node.expression === undefined);
    return isJump || (isBreakStatement(node) && !endsCase(node)) ? textOf(node) : undefined;
  }

  /** The block has just one removable statement, so an early return would be the same. */
  function isOneDropped(block: Node): boolean {
    const statements: Node[] = [];
    block.forEachChild((child) => void statements.push(child));
    return statements.length === 0 || (statements.length === 1 && droppedAs(statements[0]!) !== undefined);
  }

  function withoutValues(node: Node): string {
    const parts: string[] = [];
    let at = begin(node);
    if (isTemplateExpression(node))
      for (const { expression } of node.templateSpans) {
        parts.push(text.slice(at, begin(expression)));
        at = expression.end;
      }
    return parts.join("") + text.slice(at, node.end);
  }

  const written = inside(source);
  const head = `import { ${SWITCHES} } from ${JSON.stringify(switchPath)};`;
  return { text: head + text.slice(0, begin(source)) + written, mutants };
}

/** Types, imports, property names, arguments of `import()`. */
function isLeftAsItIs(node: Node): boolean {
  if (isTypeNode(node) || isInterfaceDeclaration(node) || isTypeAliasDeclaration(node)) return true;
  if (isImportDeclaration(node) || isExportDeclaration(node) || isEnumDeclaration(node)) return true;
  if (isTaggedTemplateExpression(node) || isJsxAttribute(node)) return true;
  if (isStringLiteral(node) || isNumericLiteral(node)) {
    const { parent } = node;
    if ("name" in parent && parent.name === node) return true;
    if ("propertyName" in parent && parent.propertyName === node) return true;
    return isExpressionStatement(parent) && isStringLiteral(node);
  }
  return isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword;
}

/** A condition without an operator of its own. */
function isConditionOfItsOwn(node: Node): boolean {
  const { parent } = node;
  const isCondition =
    ((isIfStatement(parent) || isWhileStatement(parent) || isDoStatement(parent)) && parent.expression === node) ||
    ((isConditionalExpression(parent) || isForStatement(parent)) && parent.condition === node);
  if (!isCondition) return false;
  let inner = node;
  while (isParenthesizedExpression(inner)) inner = inner.expression;
  if (inner.kind === SyntaxKind.TrueKeyword || inner.kind === SyntaxKind.FalseKeyword) return false;
  if (isPrefixUnaryExpression(inner) && inner.operator === SyntaxKind.ExclamationToken) return false;
  if (!isBinaryExpression(inner)) return true;
  const kind = inner.operatorToken.kind;
  return kind === SyntaxKind.InstanceOfKeyword || kind === SyntaxKind.InKeyword;
}

/** `return await …` outside of `try`, where the await makes no difference. */
function isReturned(node: Node): boolean {
  let { parent } = node;
  for (let inner = node; ; inner = parent, parent = parent.parent) {
    if (isParenthesizedExpression(parent) || isAsExpression(parent)) continue;
    if (isConditionalExpression(parent) && parent.condition !== inner) continue;
    if (isArrowFunction(parent)) return parent.body === inner;
    if (!isReturnStatement(parent)) return false;
    break;
  }
  for (let outer = parent.parent; !isFunctionLikeDeclaration(outer); outer = outer.parent)
    if (isTryStatement(outer)) return false;
  return true;
}

function isText(node: Node): boolean {
  return isStringLiteral(node) || isTemplateExpression(node) || isNoSubstitutionTemplateLiteral(node);
}

function isCalled(node: Node): boolean {
  return isCallExpression(node.parent) && node.parent.expression === node;
}

function isSuperCall(node: Node): boolean {
  return isCallExpression(node) && node.expression.kind === SyntaxKind.SuperKeyword;
}

/** `[a, b] = …`, `for ([a, b] of …)` */
function isAssignedTo(node: Node): boolean {
  const { parent } = node;
  if (isBinaryExpression(parent)) return parent.left === node && parent.operatorToken.kind === SyntaxKind.EqualsToken;
  return isForOfStatement(parent) && parent.initializer === node;
}

function isBody(block: Node): boolean {
  const { parent } = block;
  if (isConstructorDeclaration(parent)) return false;
  return (
    isFunctionDeclaration(parent) ||
    isFunctionExpression(parent) ||
    isArrowFunction(parent) ||
    isMethodDeclaration(parent)
  );
}

/** A `break` that ends a case or has a label. */
function endsCase(node: Node): boolean {
  if (isBreakStatement(node) && node.label !== undefined) return true;
  let outer = node.parent;
  while (outer !== undefined && !isSwitchStatement(outer)) {
    if (isWhileStatement(outer) || isDoStatement(outer) || isForStatement(outer)) return false;
    if (isForOfStatement(outer) || isForInStatement(outer)) return false;
    outer = outer.parent;
  }
  return true;
}
