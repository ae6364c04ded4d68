/** Handles preprocessor directives. It skips the `#if` branches that the current reading does not include. */
import { type Branch, ConditionalGroups, type Group } from "../lexer/conditional-groups.ts";
import { lineEnd } from "../lexer/literals.ts";

interface Open {
  group: Group;
  branch: Branch;
  /** Index of this reading of the branch. It determines which branches of the inner groups are read. */
  reading: number;
}

/**
 * Maximum number of conditions to combine. The rest of longer groups or deeper nesting is omitted, because it would
 * take quadratic space.
 */
const MAX_CONDITIONS = 32;

const DIRECTIVE = /#[ \t]*([a-z]+)/y;

export class Directives {
  /** Has an entry `[offset, condition]` for each change of the condition, in text order. */
  readonly changes: { offset: number; condition: string }[] = [];
  /** Number of characters that were skipped. */
  skipped = 0;
  readonly #text: string;
  readonly #reading: number;
  readonly #directive = new RegExp(DIRECTIVE);
  #groups: ConditionalGroups | undefined;
  readonly #open: Open[] = [];
  readonly #met = new Map<number, number>();

  /** Several readings of a file can share `groups`. */
  constructor(text: string, reading: number, groups?: ConditionalGroups) {
    this.#text = text;
    this.#reading = reading;
    this.#groups = groups;
  }

  /**
   * Takes the offset of a `#` in code, and returns the offset at which active code continues. If the reader goes back,
   * it may be called twice for a directive.
   */
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
    // The current branch ends here, and so does its group. A directive in a comment may have ended it too early, so
    // never go back.
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
    // Further readings repeat the first branch unless it is `#if false`.
    if (!branch && group.branches[0]!.condition !== "false") branch = group.branches[0]!;
    if (!branch) branch = group.branches[1];
    this.skipped += (branch ? branch.body : group.end) - offset;
    if (!branch) return group.end;
    this.#open.push({ group, branch, reading: Math.max(0, outer - branch.first) });
    this.#changed(branch.body);
    return branch.body;
  }

  /** Returns the condition for the active code at `offset`, or "". */
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
    const parts = this.#open.slice(-MAX_CONDITIONS).flatMap(holds).slice(-MAX_CONDITIONS);
    const alone = parts.length === 1;
    const condition = parts.map((part) => (!alone && part.includes("||") ? grouped(part) : part)).join(" && ");
    this.changes.push({ offset, condition });
  }
}

/** Returns the condition for a branch. */
function holds({ group, branch }: Open): string[] {
  const at = group.branches.indexOf(branch);
  const before = group.branches
    .slice(Math.max(0, at - MAX_CONDITIONS), at)
    .map(({ condition }) => `!${grouped(condition)}`);
  return branch.condition === "" ? before : [...before, branch.condition];
}

function grouped(condition: string): string {
  return /^\w+$/.test(condition) || /^!?\([^()]*\)$/.test(condition) ? condition : `(${condition})`;
}
