/**
 * Preprocessor directives: one pass over a file sees one branch of every `#if`; pass `n` takes the n-th branch of each
 * group that has one, so that a file is fully seen after as many passes as its longest group has branches (facts §6.4).
 */
import { lineEnd } from "../lexer/literals.ts";

interface Group {
  /** What each branch met so far asks for; "" for `#else`. */
  conditions: string[];
  taken: boolean;
}

/** Of deeper nesting the outer conditions are left out: a file of nothing but `#if` would take the square of its length. */
const MOST_CONDITIONS = 32;

const DIRECTIVE = /#[ \t]*([a-z]+)[ \t]*([^\r\n]*)/y;

export class Directives {
  /** Branches of the longest group: how many passes see everything. */
  branches = 1;
  /** `[offset, condition]` where the condition that holds changes, in text order. */
  readonly changes: { offset: number; condition: string }[] = [];
  readonly #text: string;
  readonly #pass: number;
  readonly #stack: Group[] = [];
  readonly #directive = new RegExp(DIRECTIVE);

  constructor(text: string, pass: number) {
    this.#text = text;
    this.#pass = pass;
  }

  /** At a `#` in code: the offset where active code goes on. */
  skip(offset: number): number {
    this.#directive.lastIndex = offset;
    const found = this.#directive.exec(this.#text);
    const end = lineEnd(this.#text, offset);
    if (!found) return end;
    const word = found[1]!;
    const condition = withoutComment(found[2]!);
    if (word === "if") {
      this.#stack.push({ conditions: [condition], taken: false });
      return this.#enter(end);
    }
    if (word === "elif" || word === "else") {
      const group = this.#stack.at(-1);
      if (!group) return end;
      group.conditions.push(word === "else" ? "" : condition);
      this.branches = Math.max(this.branches, group.conditions.length);
      return this.#enter(end);
    }
    if (word === "endif") {
      this.#stack.pop();
      this.#changed(end);
    }
    return end;
  }

  /** The condition under which the active code at `offset` is compiled, or "". */
  conditionAt(offset: number): string {
    let low = 0;
    let high = this.changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.changes[middle]!.offset <= offset) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? "" : this.changes[low - 1]!.condition;
  }

  /** Behind the line of `#if`, `#elif` or `#else`: stays when the branch is this pass's, else goes to the next directive of the group. */
  #enter(from: number): number {
    const group = this.#stack.at(-1)!;
    if (!group.taken && this.#wanted(group, from)) {
      group.taken = true;
      this.#changed(from);
      return from;
    }
    return this.#skipBranch(from);
  }

  /** `#if false` is seen last: what it holds need not be C#. */
  #wanted(group: Group, from: number): boolean {
    const branch = group.conditions.length - 1;
    if (group.conditions[0] === "false") {
      this.branches = Math.max(this.branches, 2);
      return this.#pass === 1 ? branch === 0 : branch > 0;
    }
    return branch === this.#pass || (branch === 0 && this.#pass > 0 && !this.#reaches(from));
  }

  /** Whether the group that has just begun has a branch number `pass`. */
  #reaches(from: number): boolean {
    let depth = 0;
    let branch = 0;
    for (const directive of eachDirective(this.#text, from)) {
      if (directive.word === "if") depth++;
      else if (directive.word === "endif") {
        if (depth-- === 0) return false;
      } else if (depth === 0 && ++branch === this.#pass) return true;
    }
    return false;
  }

  #skipBranch(from: number): number {
    let depth = 0;
    for (const { word, offset } of eachDirective(this.#text, from)) {
      if (word === "if") depth++;
      else if (depth === 0) return this.skip(offset);
      else if (word === "endif") depth--;
    }
    this.#stack.pop();
    return this.#text.length;
  }

  #changed(offset: number): void {
    const parts = this.#stack.slice(-MOST_CONDITIONS).flatMap(({ conditions }) => holds(conditions));
    const alone = parts.length === 1;
    const condition = parts.map((part) => (!alone && part.includes("||") ? grouped(part) : part)).join(" && ");
    this.changes.push({ offset, condition });
  }
}

/** What must hold for the last of these branches to be compiled. */
function holds(conditions: string[]): string[] {
  const before = conditions.slice(0, -1).map((condition) => `!${grouped(condition)}`);
  const last = conditions.at(-1)!;
  return last === "" ? before : [...before, last];
}

function grouped(condition: string): string {
  return /^\w+$/.test(condition) || /^!?\([^()]*\)$/.test(condition) ? condition : `(${condition})`;
}

function withoutComment(condition: string): string {
  const comment = condition.indexOf("//");
  return (comment < 0 ? condition : condition.slice(0, comment)).trim();
}

/** The conditional directives from an offset on, without reading what lies between them as code. */
function* eachDirective(text: string, from: number): Generator<{ word: string; offset: number }> {
  const directive = new RegExp(DIRECTIVE);
  for (let at = text.indexOf("#", from); at >= 0; at = text.indexOf("#", at + 1)) {
    if (!startsLine(text, at)) continue;
    directive.lastIndex = at;
    const word = directive.exec(text)?.[1];
    if (word === "if" || word === "elif" || word === "else" || word === "endif") yield { word, offset: at };
  }
}

/** Whether only blanks stand before `offset` on its line. */
export function startsLine(text: string, offset: number): boolean {
  for (let at = offset - 1; at >= 0; at--) {
    const c = text.charCodeAt(at);
    if (c === 10 || c === 13 || c === 0xfeff) return true;
    if (c !== 32 && c !== 9) return false;
  }
  return true;
}
