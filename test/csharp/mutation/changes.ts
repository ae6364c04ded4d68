/** The changes that mutants.ts makes in a file, found in its syntax tree, and the file with all of them in it, each to be switched by its number. */
import {
  isBinaryExpression,
  isCallExpression,
  isContinueStatement,
  isNumericLiteral,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTypeNode,
  type Node,
  type SourceFile,
  SyntaxKind,
} from "typescript/unstable/ast";

export interface Mutant {
  id: number;
  file: string;
  line: number;
  /** What is written and what stands there instead; "" where it is left out. */
  from: string;
  to: string;
  /** The line's text: a list of changes is still right where lines have moved. */
  text: string;
}

const OPERATORS = new Map([
  ["===", "!=="],
  ["!==", "==="],
  ["&&", "||"],
  ["||", "&&"],
  ["??", "&&"],
  ["<", "<="],
  [">", ">="],
  ["<=", "<"],
  [">=", ">"],
]);
const WORDS = new Map([
  ["yes", "maybe"],
  ["maybe", "no"],
  ["certain", "possible"],
]);
const LIST_TESTS = new Map([
  ["some", "every"],
  ["every", "some"],
]);

/** Numbers go on from `first`. */
export function withSwitches(
  file: string,
  source: SourceFile,
  first: number,
  switchPath: string,
): { text: string; mutants: Mutant[] } {
  const mutants: Mutant[] = [];
  // In the order of the walk: of what begins at one place the outer comes first, of what ends at one the inner.
  const inserts: { at: number; until: number; text: string }[] = [];
  const { text } = source;

  const put = (at: number, written: string, until = at): unknown => inserts.push({ at, until, text: written });
  const begin = (node: Node): number => node.getStart(source);

  function add(at: number, from: string, to: string): number {
    const line = text.slice(0, at).split("\n").length;
    const id = first + mutants.length;
    mutants.push({ id, file, line, from, to, text: text.split("\n")[line - 1]!.trim() });
    return id;
  }

  function into(node: Node): void {
    node.forEachChild(visit);
  }

  function visit(node: Node): void {
    if (isTypeNode(node)) return;
    const [start, end] = [begin(node), node.end];
    if (isBinaryExpression(node)) {
      const token = begin(node.operatorToken);
      const operator = text.slice(token, node.operatorToken.end);
      const other = OPERATORS.get(operator);
      if (other !== undefined) {
        const id = add(token, operator, other);
        const isLogic = ["&&", "||", "??"].includes(operator);
        put(start, `(${isLogic ? "$right" : "$compare"}(${id}, "${operator}", "${other}", `);
        visit(node.left);
        put(token, isLogic ? ") ? (" : ",", node.operatorToken.end);
        visit(node.right);
        put(end, isLogic ? ") : $left())" : "))");
        return;
      }
      if ((operator === "+" || operator === "-") && isNumericLiteral(node.right) && node.right.text === "1") {
        visit(node.left);
        const id = add(token, `${operator} 1`, `${operator} 2`);
        put(begin(node.right), `$value(${id}, 1, 2)`, node.right.end);
        return;
      }
    }
    if (node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword) {
      const word = text.slice(start, end);
      const other = String(word !== "true");
      put(start, `$value(${add(start, word, other)}, ${word}, ${other})`, end);
    } else if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
      put(start, `$not(${add(start, "!", "")}, `, start + 1);
      into(node);
      put(end, ")");
    } else if (isStringLiteral(node)) {
      const other = WORDS.get(node.text);
      if (other === undefined || (isPropertyAssignment(node.parent) && node.parent.name === node)) return;
      put(start, `$value(${add(start, `"${node.text}"`, `"${other}"`)}, "${node.text}", "${other}")`, end);
    } else if (
      isPropertyAccessExpression(node) &&
      LIST_TESTS.has(node.name.text) &&
      isCallExpression(node.parent) &&
      node.parent.expression === node
    ) {
      visit(node.expression);
      const [plain, other] = [node.name.text, LIST_TESTS.get(node.name.text)!];
      const id = add(begin(node.name) - 1, `.${plain}(`, `.${other}(`);
      const dot = node.questionDotToken === undefined ? "" : "?.";
      put(node.expression.end, `${dot}[$value(${id}, "${plain}", "${other}")]`, node.name.end);
    } else if (isContinueStatement(node)) {
      put(start, `{ if ($value(${add(start, "continue;", ";")}, true, false)) continue; }`, end);
    } else into(node);
  }

  visit(source);
  let written = `import { $compare, $left, $not, $right, $value } from ${JSON.stringify(switchPath)};`;
  let at = 0;
  for (const insert of [...inserts].sort((a, b) => a.at - b.at)) {
    written += text.slice(at, insert.at) + insert.text;
    at = insert.until;
  }
  return { text: written + text.slice(at), mutants };
}
