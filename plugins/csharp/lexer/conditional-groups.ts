/**
 * Handles `#if` groups. A file is read several times, each reading sees one branch per group, and together they cover every
 * branch. A branch with nested groups gets as many readings as it needs.
 */
import { lineEnd } from "./literals.ts";

export interface Branch {
  /** The offset of the directive. `body` starts on the line after it. */
  offset: number;
  body: number;
  /** The condition, or "" for `#else`. */
  condition: string;
  /** The first reading with this branch, and their number. */
  first: number;
  readings: number;
}

export interface Group {
  branches: Branch[];
  /** The offset after the `#endif` line. */
  end: number;
  /** The offset of the enclosing `#if`, or -1. */
  parent: number;
}

const DIRECTIVE = /#[ \t]*([a-z]+)[ \t]*([^\r\n]*)/y;

export class ConditionalGroups {
  /** The groups by the offset of the `#if`. */
  readonly groups = new Map<number, Group>();
  /** The number of readings that cover everything. */
  readings = 1;

  constructor(text: string) {
    const open: { at: number; group: Group }[] = [];
    for (const { word, offset, condition } of eachDirective(text)) {
      const body = lineEnd(text, offset);
      const branch: Branch = { offset, body, condition, first: 0, readings: 1 };
      if (word === "if") {
        open.push({ at: offset, group: { branches: [branch], end: text.length, parent: open.at(-1)?.at ?? -1 } });
        this.groups.set(offset, open.at(-1)!.group);
        continue;
      }
      const group = open.at(-1)?.group;
      if (!group) continue;
      if (word !== "endif") group.branches.push(branch);
      else {
        group.end = body;
        open.pop();
        this.#close(group, open.at(-1)?.group);
      }
    }
    for (let inner = open.pop(); inner; inner = open.pop()) this.#close(inner.group, open.at(-1)?.group);
  }

  #close({ branches }: Group, parent: Group | undefined): void {
    // `#if false` often isn't even C#, so it comes last.
    const order = branches[0]!.condition === "false" ? [...branches.slice(1), branches[0]!] : branches;
    let total = branches[0]!.condition === "false" && branches.length === 1 ? 1 : 0;
    for (const branch of order) {
      branch.first = total;
      total += branch.readings;
    }
    const outer = parent?.branches.at(-1);
    if (outer) outer.readings = Math.max(outer.readings, total);
    else this.readings = Math.max(this.readings, total);
  }

  readingOf(offset: number): number {
    return this.#around(offset).reduce((reading, { branch }) => reading + branch.first, 0);
  }

  /** Returns the condition under which a build compiles the offset, or "". */
  conditionAt(offset: number): string {
    return conditionOf(this.#around(offset));
  }

  /** Returns true if a range contains an `#if`. */
  isSplit(start: number, end: number): boolean {
    for (const at of this.groups.keys()) if (start <= at && at < end) return true;
    return false;
  }

  /** Returns the ranges of the branches that start in a range. */
  branchesIn(start: number, end: number): { from: number; to: number }[] {
    return [...this.groups].flatMap(([at, group]) =>
      start <= at && at < end
        ? group.branches.map(({ body }, nth) => ({ from: body, to: group.branches[nth + 1]?.offset ?? group.end }))
        : [],
    );
  }

  /** Returns the branches around an offset, starting with the outermost. */
  #around(offset: number): OpenBranch[] {
    let innermost = -1;
    for (const [at, { end }] of this.groups) {
      if (at > offset) break;
      if (offset < end) innermost = at;
    }
    const open: OpenBranch[] = [];
    for (let group = this.groups.get(innermost); group; group = this.groups.get(group.parent)) {
      const branch = group.branches.findLast((each) => each.offset <= offset);
      if (branch) open.unshift({ group, branch });
    }
    return open;
  }
}

export interface OpenBranch {
  group: Group;
  branch: Branch;
}

/**
 * The maximum number of conditions that are combined, because long groups and deep nesting would take quadratic space. The
 * others are left out.
 */
const MAX_CONDITIONS = 32;

/** Returns the condition of nested branches, which are passed from the outermost to the innermost. */
export function conditionOf(open: readonly OpenBranch[]): string {
  const parts = open.slice(-MAX_CONDITIONS).flatMap(holds).slice(-MAX_CONDITIONS);
  const alone = parts.length === 1;
  return parts.map((part) => (!alone && part.includes("||") ? grouped(part) : part)).join(" && ");
}

function holds({ group, branch }: OpenBranch): string[] {
  const at = group.branches.indexOf(branch);
  const before = group.branches
    .slice(Math.max(0, at - MAX_CONDITIONS), at)
    .map(({ condition }) => `!${grouped(condition)}`);
  return branch.condition === "" ? before : [...before, branch.condition];
}

function grouped(condition: string): string {
  return /^\w+$/.test(condition) || /^!?\([^()]*\)$/.test(condition) ? condition : `(${condition})`;
}

/** Returns the conditional directives of a file. The text in between is skipped without parsing it. */
function* eachDirective(text: string): Generator<{ word: string; offset: number; condition: string }> {
  const directive = new RegExp(DIRECTIVE);
  for (let at = text.indexOf("#"); at >= 0; at = text.indexOf("#", at + 1)) {
    if (!startsLine(text, at)) continue;
    directive.lastIndex = at;
    const found = directive.exec(text);
    const word = found?.[1];
    if (word === "else" || word === "endif") yield { word, offset: at, condition: "" };
    else if (word === "if" || word === "elif") yield { word, offset: at, condition: withoutComment(found![2]!) };
  }
}

function withoutComment(condition: string): string {
  const comment = condition.indexOf("//");
  return (comment < 0 ? condition : condition.slice(0, comment)).trim();
}

/** Returns true if there are only blanks before this on its line. */
export function startsLine(text: string, offset: number): boolean {
  for (let at = offset - 1; at >= 0; at--) {
    const c = text.charCodeAt(at);
    if (c === 10 || c === 13 || c === 0xfeff) return true;
    if (c !== 32 && c !== 9) return false;
  }
  return true;
}
