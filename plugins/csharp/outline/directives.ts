/** Handles preprocessor directives, and skips `#if` branches that aren't part of the current reading. */
import { type Branch, ConditionalGroups, conditionOf, type OpenBranch } from "../lexer/conditional-groups.ts";
import { lineEnd } from "../lexer/literals.ts";

interface Open extends OpenBranch {
  /** The index of this reading of the branch. It decides which branches of inner groups are read. */
  reading: number;
}

const DIRECTIVE = /#[ \t]*([a-z]+)/y;

export class Directives {
  /** Contains `[offset, condition]` for each change of the condition, in the order of the text. */
  readonly changes: { offset: number; condition: string }[] = [];
  /** The number of characters that were skipped. */
  skipped = 0;
  readonly #text: string;
  readonly #reading: number;
  readonly #directive = new RegExp(DIRECTIVE);
  #groups: ConditionalGroups | undefined;
  readonly #open: Open[] = [];
  readonly #met = new Map<number, number>();

  /** Readings of the same file can share `groups`. */
  constructor(text: string, reading: number, groups?: ConditionalGroups) {
    this.#text = text;
    this.#reading = reading;
    this.#groups = groups;
  }

  /** Skips from a `#` to the next active code. Readers sometimes go back, so this may be called twice for the same directive. */
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
    // The branch and the group end here. They must not be opened again, because a directive in a comment may have ended them
    // too early.
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
    // Additional readings repeat the first branch, unless it is `#if false`.
    if (!branch && group.branches[0]!.condition !== "false") branch = group.branches[0]!;
    if (!branch) branch = group.branches[1];
    this.skipped += (branch ? branch.body : group.end) - offset;
    if (!branch) return group.end;
    this.#open.push({ group, branch, reading: Math.max(0, outer - branch.first) });
    this.#changed(branch.body);
    return branch.body;
  }

  /** Returns "" if it is unconditional. */
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
    this.changes.push({ offset, condition: conditionOf(this.#open) });
  }
}
