/** Checks the control flow for missing return statements and misplaced jumps. */
import type { Expression, Statement } from "../parser/syntax.ts";

/** Returns true only if we are certain, because a statement that failed to parse might return. */
export function fallsThrough(statements: readonly Statement[]): boolean {
  return statements.every(goesOn);
}

function goesOn(statement: Statement): boolean {
  switch (statement.kind) {
    case "return":
    case "skipped":
      return false;
    case "block":
      return fallsThrough(statement.body);
    case "if":
      // This is a loop and not a recursion, because a chain of `else if` can be long.
      for (let branch: Statement | undefined = statement; ; ) {
        if (!branch) return true;
        if (branch.kind !== "if") return goesOn(branch);
        if (goesOn(branch.yes)) return true;
        branch = branch.no;
      }
    case "while":
    case "for":
      return !isEndless(statement.test) || hasBreak(statement.body);
    case "switch":
      return switchGoesOn(statement.body);
    default:
      return true;
  }
}

function isEndless(test: Expression | undefined): boolean {
  return test === undefined || (test.kind === "literal" && test.text === "true");
}

/** Finds `break`, `continue` and `fallthrough` statements that are outside of a loop or switch. */
export function misplacedJumps(statements: readonly Statement[]): Jump[] {
  const found: Jump[] = [];
  const visit = (statement: Statement, inLoop: boolean, inSwitch: boolean): void => {
    switch (statement.kind) {
      case "simple": {
        const { word } = statement;
        const isFree = word === "break" ? inLoop || inSwitch : word === "continue" ? inLoop : inSwitch;
        if (word !== "" && !isFree) found.push(statement);
        return;
      }
      case "block":
        for (const each of statement.body) visit(each, inLoop, inSwitch);
        return;
      case "switch":
        for (const each of statement.body) visit(each, inLoop, true);
        return;
      case "if":
        for (let branch: Statement | undefined = statement; branch; ) {
          visit(branch.kind === "if" ? branch.yes : branch, inLoop, inSwitch);
          branch = branch.kind === "if" ? branch.no : undefined;
        }
        return;
      case "for":
      case "while":
      case "range":
        visit(statement.body, true, inSwitch);
    }
  };
  for (const statement of statements) visit(statement, false, false);
  return found;
}

type Jump = Extract<Statement, { kind: "simple" }>;

/** It doesn't check which loop a `break` belongs to, so those in nested loops count too. */
function hasBreak(body: Statement): boolean {
  switch (body.kind) {
    case "simple":
      return true;
    case "block":
    case "switch":
      return body.body.some(hasBreak);
    case "if":
      return hasBreak(body.yes) || (body.no !== undefined && hasBreak(body.no));
    case "for":
    case "while":
    case "range":
      return hasBreak(body.body);
    default:
      return false;
  }
}

/**
 * Returns true if execution certainly continues after the switch. Its cases may cover a whole enum, so if there is any
 * `return`, block or `if` in it, we don't know.
 */
function switchGoesOn(body: readonly Statement[]): boolean {
  return !body.some((each) => each.kind === "return" || each.kind === "block" || each.kind === "if");
}
