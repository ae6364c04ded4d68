/** Preprocessor directives while a file is read: steps over the branches of `#if` that a reading does not see. */
import { type Branch, ConditionalGroups, type Group } from "../lexer/conditional-groups.ts";
import { lineEnd } from "../lexer/literals.ts";

interface Open {
  group: Group;
  branch: Branch;
  /** The index of this reading of the branch; groups inside depend on it. */
  reading: number;
}

/** For deeper nesting and longer groups the other conditions are left out: they would take quadratic space. */
const MOST_CONDITIONS = 32;

const DIRECTIVE = /#[ \t]*([a-z]+)/y;

export class Directives {
  /** `[offset, condition]` at each change of the condition in force, in text order. */
  readonly changes: { offset: number; condition: string }[] = [];
  /** How much of the text was stepped over. */
  skipped = 0;
  readonly #text: string;
  readonly #reading: number;
  readonly #directive = new RegExp(DIRECTIVE);
  #groups: ConditionalGroups | undefined;
  readonly #open: Open[] = [];
  readonly #met = new Map<number, number>();

  /** `groups` may be handed on from one reading of the text to the next. */
  constructor(text: string, reading: number, groups?: ConditionalGroups) {
    this.#text = text;
    this.#reading = reading;
    this.#groups = groups;
  }

  /** At a `#` in code: the offset where active code continues. A reader that goes back meets a directive twice. */
  skip(offset: number): number {
    const before = this.#met.get(offset);
    if (before !== undefined) return before;
    const end = this.#step(offset);
    this.#met.set(offset, end);
    return end;
  }

  #step(offset: number): number {
    this.#directive.lastIndex = offset;
    const word = this.#directive.exec(this.#text)?.[1];
    if (word === "if") return this.#enter(offset);
    const open = this.#open.at(-1);
    if (!open || (word !== "elif" && word !== "else" && word !== "endif")) return lineEnd(this.#text, offset);
    // The branch that is read ends: so does its group. A directive in a comment may have ended it too early: never go back.
    this.#open.pop();
    const end = Math.max(open.group.end, lineEnd(this.#text, offset));
    this.#changed(end);
    this.skipped += end - offset;
    return end;
  }

  #enter(offset: number): number {
    this.#groups ??= new ConditionalGroups(this.#text);
    const group = this.#groups.groups.get(offset);
    if (!group) return lineEnd(this.#text, offset);
    const outer = this.#open.at(-1)?.reading ?? this.#reading;
    const isMine = ({ first, readings }: Branch) => outer >= first && outer < first + readings;
    let branch = group.branches.find(isMine);
    // Readings beyond those of this group see its first branch again, but for `#if false`.
    if (!branch && group.branches[0]!.condition !== "false") branch = group.branches[0]!;
    if (!branch) branch = group.branches[1];
    this.skipped += (branch ? branch.body : group.end) - offset;
    if (!branch) return group.end;
    this.#open.push({ group, branch, reading: Math.max(0, outer - branch.first) });
    this.#changed(branch.body);
    return branch.body;
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

  #changed(offset: number): void {
    const parts = this.#open.slice(-MOST_CONDITIONS).flatMap(holds).slice(-MOST_CONDITIONS);
    const alone = parts.length === 1;
    const condition = parts.map((part) => (!alone && part.includes("||") ? grouped(part) : part)).join(" && ");
    this.changes.push({ offset, condition });
  }
}

/** The condition under which a branch is compiled. */
function holds({ group, branch }: Open): string[] {
  const at = group.branches.indexOf(branch);
  const before = group.branches
    .slice(Math.max(0, at - MOST_CONDITIONS), at)
    .map(({ condition }) => `!${grouped(condition)}`);
  return branch.condition === "" ? before : [...before, branch.condition];
}

function grouped(condition: string): string {
  return /^\w+$/.test(condition) || /^!?\([^()]*\)$/.test(condition) ? condition : `(${condition})`;
}
