/**
 * Handles conditional groups (`#if` … `#endif`) in C and C++ whose branches are not complete declarations or
 * statements, so that a grammar cannot read them. One branch is kept, and the directives are hidden.
 */
import type { Token } from "./c-tokens.ts";

interface Branch {
  directive: number;
  /** The range of tokens in the branch. */
  from: number;
  to: number;
}

interface Group {
  branches: Branch[];
  end: number;
  isIrregular: boolean;
}

/** The brackets that are open, innermost first. They are shared, so that deep nesting requires no copies. */
interface Brackets {
  text: string;
  depth: number;
  /** This is true if any of the open brackets is round or square. */
  isInList: boolean;
  around: Brackets | undefined;
}

interface Open extends Group {
  /** The brackets that are open before the group. */
  brackets: Brackets | undefined;
  /** The brackets that are open after the first branch. */
  afterFirst: { brackets: Brackets | undefined } | undefined;
}

/** The maximum number of tokens to search for the first token of a branch. */
const MAX_TOKENS = 1000;

export function hideConditions(tokens: Token[]): void {
  const groups: Group[] = [];
  const open: Open[] = [];
  let brackets: Brackets | undefined;
  let previous: Token | undefined;
  const endBranch = (group: Open, at: number) => {
    const branch = group.branches.at(-1);
    if (branch) branch.to = at;
    if (brackets?.depth !== group.brackets?.depth || !isWhole(tokens, branch)) group.isIrregular = true;
    group.afterFirst ??= { brackets };
    brackets = group.brackets;
  };
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "directive" || token.shown === "") {
      if (token.shown !== undefined) continue;
      brackets = step(brackets, token.text, previous);
      previous = token;
      continue;
    }
    const word = directiveWord(token.text);
    const group = open.at(-1);
    if (/^if/.test(word)) {
      const isIrregular = (brackets?.isInList ?? false) || brackets?.text === "=" || !mayBegin(previous);
      open.push({
        branches: [{ directive: at, from: at + 1, to: at }],
        end: at,
        isIrregular,
        brackets,
        afterFirst: undefined,
      });
    } else if (group && /^el/.test(word)) {
      endBranch(group, at);
      group.branches.push({ directive: at, from: at + 1, to: at });
    } else if (group && word === "endif") {
      endBranch(group, at);
      brackets = group.afterFirst?.brackets;
      group.end = at;
      groups.push(group);
      open.pop();
    }
  }
  // Outer groups come first. If a branch is dropped, the groups inside it are hidden as well.
  for (const group of groups.reverse()) {
    const [first] = group.branches;
    if (group.isIrregular && first && tokens[first.directive]?.shown !== "") hideGroup(tokens, group);
  }
}

function directiveWord(text: string): string {
  return /^#\s*(\w+)/.exec(text)?.[1] ?? "";
}

/** Updates the open brackets after a token. `=` is used for the brace of an initializer. */
function step(around: Brackets | undefined, text: string, previous: Token | undefined): Brackets | undefined {
  if (text === ")" || text === "]" || text === "}") return around?.around;
  if (text !== "(" && text !== "[" && text !== "{") return around;
  const isInitializer =
    text === "{" && ((previous && /^[=,(\]]$|^return$/.test(previous.text)) || around?.text === "=");
  const isInList = text !== "{" || (around?.isInList ?? false);
  return { text: isInitializer ? "=" : text, depth: (around?.depth ?? 0) + 1, isInList, around };
}

/** Returns true if a declaration or statement may begin after the token. */
function mayBegin(previous: Token | undefined): boolean {
  return !previous || /^[;{},:>]$/.test(previous.text);
}

function isWhole(tokens: readonly Token[], branch: Branch | undefined): boolean {
  if (!branch) return true;
  const isShown = (token: Token | undefined) => token?.shown === undefined || token.kind === "directive";
  let at = branch.from;
  const end = Math.min(branch.to, branch.from + MAX_TOKENS);
  while (at < end && (tokens[at]?.kind === "directive" || !isShown(tokens[at]))) at++;
  const first = at < end ? tokens[at] : undefined;
  let back = branch.to - 1;
  while (back >= branch.from && !isShown(tokens[back])) back--;
  const last = back >= branch.from ? tokens[back] : undefined;
  if (first && (first.text === "else" || /^[,)\]?:&|.+=]$/.test(first.text))) return false;
  return !last || last.kind === "directive" || /^[;},:]$/.test(last.text);
}

/** Matches a branch for Windows. In that case, `#else` has the code for other systems. */
const WINDOWS =
  /^#\s*(?:ifdef\s+|(?:el)?if\s+(?:defined\s*\(?\s*)?)(?:_?WIN(?:32|64|DOWS)|_MSC_VER|__MINGW\w+)\s*\)?\s*$/;

/** Keeps the first branch that is neither `#if 0` nor, if there is another one, specific to Windows. */
function hideGroup(tokens: Token[], { branches, end }: Group): void {
  const isDead = ({ directive }: Branch) => /^#\s*if\s+0\s*$/.test(tokens[directive]?.text ?? "");
  const alive = branches.filter((branch) => !isDead(branch));
  const kept = alive.find(({ directive }) => !WINDOWS.test(tokens[directive]?.text ?? "")) ?? alive[0];
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
