/**
 * Matches patterns against syntax trees. We follow the default strictness of ast-grep ("smart"), so every node of the pattern
 * must be there, in order. Comments in the code are skipped. So is punctuation (such as a trailing comma) if the pattern
 * continues with punctuation or a word. Everything after the pattern's last node is skipped as well.
 */

import type { PatternNode } from "./code-pattern.ts";
import type { CodeNode } from "./code-tree.ts";

export interface Captured {
  start: number;
  end: number;
}

export interface StructureMatch {
  start: number;
  end: number;
  /** The end of the pattern's last node. A rewrite must preserve everything after it. */
  matchedEnd: number;
  captured: Map<string, Captured>;
}

interface Bindings {
  one: Map<string, CodeNode>;
  many: Map<string, CodeNode[]>;
}

type Result = "match" | "skip" | "none";

export class Matcher {
  readonly #text: string;
  #bound: Bindings = { one: new Map(), many: new Map() };

  constructor(text: string) {
    this.#text = text;
  }

  /** Yields all matches in the order of the text, including nested ones. */
  *matches(pattern: PatternNode, root: CodeNode): Generator<StructureMatch> {
    const open = [root];
    for (let node = open.pop(); node; node = open.pop()) {
      const found = this.#matchAt(pattern, node);
      if (found) yield found;
      for (let at = node.children.length - 1; at >= 0; at--) {
        const child = node.children[at];
        if (child) open.push(child);
      }
    }
  }

  #matchAt(pattern: PatternNode, node: CodeNode): StructureMatch | undefined {
    if (pattern.is === "node" && !isOfType(pattern.type, node)) return undefined;
    if (pattern.is === "leaf" && pattern.type !== node.type) return undefined;
    this.#bound = { one: new Map(), many: new Map() };
    const last = { end: node.end };
    if (this.#one(pattern, node, last) !== "match") return undefined;
    const captured = new Map<string, Captured>();
    for (const [name, { start, end }] of this.#bound.one) captured.set(name, { start, end });
    for (const [name, all] of this.#bound.many) {
      const [first, final] = [all[0], all.at(-1)];
      captured.set(name, { start: first?.start ?? 0, end: final?.end ?? 0 });
    }
    return { start: node.start, end: node.end, matchedEnd: last.end, captured };
  }

  /** Matches a node, and updates `last` to the end of the match. */
  #one(pattern: PatternNode, node: CodeNode, last: { end: number }): Result {
    const isComment = node.type.includes("comment");
    if (isComment && !(pattern.is === "leaf" && pattern.type === node.type)) return "skip";
    switch (pattern.is) {
      case "many":
        return "match";
      case "one":
        return this.#bind(pattern.name, pattern.named, node) ? matched(node, last) : "none";
      case "leaf": {
        const isSame = pattern.type === node.type;
        return isSame && (!pattern.named || pattern.text === this.#textOf(node))
          ? matched(node, last)
          : node.named
            ? "none"
            : "skip";
      }
      case "node": {
        return isOfType(pattern.type, node) && this.#all(pattern.children, node, last) ? "match" : "none";
      }
    }
  }

  #all(goals: readonly PatternNode[], { children }: CodeNode, last: { end: number }): boolean {
    let [goal, at] = [0, 0];
    if (children.length === 0) return false;
    for (;;) {
      const wanted = goals[goal];
      if (!wanted) return true;
      if (wanted.is === "many") {
        goal++;
        let trivial = 0;
        while (goals[goal] && isTrivial(goals[goal])) {
          goal++;
          trivial++;
        }
        const next = goals[goal];
        const from = at;
        if (!next) {
          const rest = children.slice(from);
          const final = rest.at(-1);
          if (final) last.end = final.end;
          return this.#bindMany(wanted.name, rest.slice(0, Math.max(0, rest.length - trivial)));
        }
        if (next.is === "many") {
          if (at >= children.length) return false;
          at++;
          if (!this.#bindMany(wanted.name, children.slice(from, at)) || at >= children.length) return false;
          continue;
        }
        for (; ; at++) {
          const candidate = children[at];
          if (!candidate) return false;
          if (this.#isMatch(next, candidate)) break;
        }
        const between = children.slice(from, at);
        if (!this.#bindMany(wanted.name, between.slice(0, Math.max(0, between.length - trivial)))) return false;
        continue;
      }
      for (; ; at++) {
        const candidate = children[at];
        if (!candidate) return false;
        const result = this.#one(wanted, candidate, last);
        if (result === "match") break;
        if (result === "none") return false;
      }
      goal++;
      at++;
      // The rest of the code is not part of the match.
      if (goal >= goals.length) return true;
      if (at >= children.length)
        return goals.slice(goal).every(({ is }) => is === "many") && this.#bindNone(goals.slice(goal));
    }
  }

  /** Works like `#one`, but discards the bindings. */
  #isMatch(pattern: PatternNode, node: CodeNode): boolean {
    const kept = this.#bound;
    this.#bound = { one: new Map(kept.one), many: new Map(kept.many) };
    const result = this.#one(pattern, node, { end: 0 });
    this.#bound = kept;
    return result === "match";
  }

  #bindNone(goals: readonly PatternNode[]): boolean {
    return goals.every((goal) => goal.is === "many" && this.#bindMany(goal.name, []));
  }

  #bind(name: string, named: boolean, node: CodeNode): boolean {
    if (named && !node.named) return false;
    if (name === "") return true;
    const known = this.#bound.one.get(name);
    if (known) return this.#isSame(known, node);
    this.#bound.one.set(name, node);
    return true;
  }

  #bindMany(name: string, nodes: CodeNode[]): boolean {
    if (name === "") return true;
    const known = this.#bound.many.get(name);
    if (known) {
      const named = (all: readonly CodeNode[]) => all.filter((each) => each.named);
      const [before, now] = [named(known), named(nodes)];
      return before.length === now.length && before.every((each, at) => this.#isSame(each, now[at]));
    }
    this.#bound.many.set(name, nodes);
    return true;
  }

  #isSame(one: CodeNode, other: CodeNode | undefined): boolean {
    if (!other) return false;
    if (one === other) return true;
    if ((one.named && one.children.length === 0) || (other.named && other.children.length === 0))
      return this.#textOf(one) === this.#textOf(other);
    if (one.type !== other.type || one.children.length !== other.children.length) return false;
    return one.children.every((child, at) => this.#isSame(child, other.children[at]));
  }

  #textOf({ start, end }: CodeNode): string {
    return this.#text.slice(start, end);
  }
}

function matched(node: CodeNode, last: { end: number }): "match" {
  last.end = node.end;
  return "match";
}

function isTrivial(pattern: PatternNode | undefined): boolean {
  return pattern?.is === "leaf" && !pattern.named;
}

/** Compares node types. For C#, the node of `a is B` depends on whether B might be a value. */
function isOfType(wanted: string, { type }: CodeNode): boolean {
  return type === wanted || (wanted === "is_pattern_expression" && type === "is_expression");
}
