/**
 * Conditional groups (`#if` … `#endif`) of C and C++ that a grammar cannot read, for their branches are no whole declarations or
 * statements: one branch is kept, and the directives are hidden.
 */
import type { Token } from "./c-tokens.ts";

interface Branch {
  directive: number;
  /** Tokens inside: from, up to. */
  from: number;
  to: number;
}

interface Group {
  branches: Branch[];
  end: number;
  isIrregular: boolean;
}

interface Open extends Group {
  /** Brackets that were open before the group. */
  brackets: string[];
  /** After the first branch. */
  afterFirst: string[] | undefined;
}

export function hideConditions(tokens: Token[]): void {
  const groups: Group[] = [];
  const open: Open[] = [];
  let brackets: string[] = [];
  let previous: Token | undefined;
  const endBranch = (group: Open, at: number) => {
    const branch = group.branches.at(-1);
    if (branch) branch.to = at;
    if (!sameBrackets(brackets, group.brackets) || !isWhole(tokens, branch)) group.isIrregular = true;
    group.afterFirst ??= brackets;
    brackets = [...group.brackets];
  };
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "directive" || token.shown === "") {
      if (token.shown !== undefined) continue;
      step(brackets, token.text, previous);
      previous = token;
      continue;
    }
    const word = directiveWord(token.text);
    const group = open.at(-1);
    if (/^if/.test(word)) {
      const isIrregular =
        brackets.some((each) => each === "(" || each === "[") || brackets.at(-1) === "=" || !mayBegin(previous);
      open.push({
        branches: [{ directive: at, from: at + 1, to: at }],
        end: at,
        isIrregular,
        brackets: [...brackets],
        afterFirst: undefined,
      });
    } else if (group && /^el/.test(word)) {
      endBranch(group, at);
      group.branches.push({ directive: at, from: at + 1, to: at });
    } else if (group && word === "endif") {
      endBranch(group, at);
      brackets = group.afterFirst ?? brackets;
      group.end = at;
      groups.push(group);
      open.pop();
    }
  }
  for (const group of groups) if (group.isIrregular) hideGroup(tokens, group);
}

function directiveWord(text: string): string {
  return /^#\s*(\w+)/.exec(text)?.[1] ?? "";
}

/** `=` is the brace of an initializer. */
function step(brackets: string[], text: string, previous: Token | undefined): void {
  if (text === "(" || text === "[") brackets.push(text);
  else if (text === "{")
    brackets.push(previous && /^[=,(\]]$|^return$/.test(previous.text) ? "=" : brackets.at(-1) === "=" ? "=" : "{");
  else if (text === ")" || text === "]" || text === "}") brackets.pop();
}

function sameBrackets(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length;
}

/** A declaration or statement may begin after it. */
function mayBegin(previous: Token | undefined): boolean {
  return !previous || /^[;{},:>]$/.test(previous.text);
}

function isWhole(tokens: readonly Token[], branch: Branch | undefined): boolean {
  if (!branch) return true;
  let first: Token | undefined;
  let last: Token | undefined;
  for (let at = branch.from; at < branch.to; at++) {
    const token = tokens[at];
    if (!token || token.shown !== undefined) continue;
    if (token.kind !== "directive") first ??= token;
    last = token;
  }
  if (first && (first.text === "else" || /^[,)\]?:&|.+=]$/.test(first.text))) return false;
  return !last || last.kind === "directive" || /^[;},:]$/.test(last.text);
}

/** Keeps the first branch that is not `#if 0`. */
function hideGroup(tokens: Token[], { branches, end }: Group): void {
  const isDead = ({ directive }: Branch) => /^#\s*if\s+0\s*$/.test(tokens[directive]?.text ?? "");
  const kept = branches.find((branch) => !isDead(branch));
  for (const branch of branches) {
    hideAll(tokens, branch.directive, branch.directive + 1);
    if (branch !== kept) hideAll(tokens, branch.from, branch.to);
  }
  hideAll(tokens, end, end + 1);
}

function hideAll(tokens: Token[], from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token) token.shown = "";
  }
}
