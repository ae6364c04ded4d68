/**
 * Implements globs in ripgrep's syntax that are matched in linear time. A malicious glob would block any matcher that
 * backtracks, including regular expressions.
 */
import { JigError } from "../contract/errors.ts";

/**
 * `one` is any character except `/`, and `star` any number of these. `dirs` is any number of whole directories. `all` matches
 * anything that isn't empty, and `any` matches everything.
 */
type Token = { kind: "text"; text: string } | { kind: "set"; not: boolean; ranges: [string, string][] } | Wild;
type Wild = { kind: "one" | "star" | "dirs" | "all" | "any" };

export interface GlobOptions {
  ignoreCase?: boolean;
  /** True if `**` matches across directories even as a part of a path component, and alternatives may be empty. */
  lenient?: boolean;
}

/** The number of alternatives multiplies in nested braces, so it is limited. */
const MAX_ALTERNATIVES = 1000;

/** Compiles a glob for whole paths (with `/`). Throws INVALID_ARGUMENT if it is invalid. */
export function compileGlob(glob: string, options: GlobOptions = {}): (path: string) => boolean {
  const { ignoreCase = false, lenient = false } = options;
  const programs = expandBraces(glob, lenient).map((alternative) => {
    const tokens = parse(alternative, glob, lenient);
    refuseReversedRanges(tokens, glob);
    return ignoreCase ? parse(alternative.toLowerCase(), glob, lenient) : tokens;
  });
  const matchers = programs.map((tokens) => expressionFor(tokens) ?? matcher(tokens));
  return (path) => {
    const text = ignoreCase ? path.toLowerCase() : path;
    return matchers.some((matches) => matches(text));
  };
}

const SOURCES = { one: "[^/]", star: "[^/]*", dirs: "(?:.*/)?", all: ".+", any: ".*" };
/** With no more wildcards than this, backtracking is quadratic at worst, and a regular expression is several times faster. */
const MAX_BACKTRACKING = 2;

function expressionFor(tokens: readonly Token[]): ((path: string) => boolean) | undefined {
  let wild = 0;
  let source = "";
  for (const token of tokens) {
    if (token.kind === "set") return undefined;
    if (token.kind === "text") source += token.text.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
    else {
      source += SOURCES[token.kind];
      if (token.kind !== "one") wild++;
    }
  }
  if (wild > MAX_BACKTRACKING) return undefined;
  const expression = new RegExp(`^${source}$`, "su");
  return (path) => expression.test(path);
}

/** A set of small integers, which keeps its memory when it is cleared. */
class Positions {
  readonly #added: Int32Array;
  readonly #list: Int32Array;
  #round = 1;
  size = 0;

  constructor(most: number) {
    this.#added = new Int32Array(most);
    this.#list = new Int32Array(most);
  }

  has(position: number): boolean {
    return this.#added[position] === this.#round;
  }

  add(position: number): void {
    if (this.has(position)) return;
    this.#added[position] = this.#round;
    this.#list[this.size++] = position;
  }

  at(index: number): number {
    return this.#list[index] as number;
  }

  clear(): void {
    this.#round++;
    this.size = 0;
  }
}

/**
 * Creates a matcher that advances all possible positions at the same time. In the worst case, the time is proportional to the
 * product of tokens and path.
 */
function matcher(tokens: readonly Token[]): (path: string) => boolean {
  // Twice the index of a token is the position before it. Odd positions are inside a directory that `dirs` skips.
  const most = 2 * tokens.length + 1;
  let [positions, next] = [new Positions(most), new Positions(most)];
  return (path) => {
    positions.clear();
    enter(positions, tokens, 0);
    for (const char of path) {
      next.clear();
      for (let index = 0; index < positions.size; index++) step(next, tokens, positions.at(index) >> 1, char);
      if (next.size === 0) return false;
      [positions, next] = [next, positions];
    }
    return positions.has(2 * tokens.length);
  };
}

function enter(positions: Positions, tokens: readonly Token[], at: number): void {
  if (positions.has(2 * at)) return;
  positions.add(2 * at);
  const kind = tokens[at]?.kind;
  if (kind === "star" || kind === "dirs" || kind === "any") enter(positions, tokens, at + 1);
}

function step(next: Positions, tokens: readonly Token[], at: number, char: string): void {
  const token = tokens[at];
  switch (token?.kind) {
    case "text":
      if (token.text === char) enter(next, tokens, at + 1);
      break;
    case "set":
      if (char !== "/" && token.ranges.some(([low, high]) => char >= low && char <= high) !== token.not) {
        enter(next, tokens, at + 1);
      }
      break;
    case "one":
      if (char !== "/") enter(next, tokens, at + 1);
      break;
    case "star":
      if (char !== "/") enter(next, tokens, at);
      break;
    case "dirs":
      if (char === "/") enter(next, tokens, at);
      else next.add(2 * at + 1);
      break;
    case "any":
      enter(next, tokens, at);
      break;
    case "all":
      next.add(2 * at);
      enter(next, tokens, at + 1);
      break;
  }
}

function parse(text: string, glob: string, lenient: boolean): Token[] {
  const tokens: Token[] = [];
  const chars = [...text];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!;
    if (char === "\\" && at + 1 < chars.length) tokens.push({ kind: "text", text: chars[++at]! });
    else if (char === "?") tokens.push({ kind: "one" });
    else if (char === "[") at = parseSet(chars, at, tokens, glob);
    else if (char === "*") at = parseStars(chars, at, tokens, lenient);
    else tokens.push({ kind: "text", text: char });
  }
  return tokens;
}

/** `**` only matches across directories if it is a whole path component, or if the glob is lenient. */
function parseStars(chars: readonly string[], from: number, tokens: Token[], lenient: boolean): number {
  let end = from;
  while (chars[end] === "*") end++;
  if (lenient && end - from > 1) {
    const isDirs = chars[from + 2] === "/";
    tokens.push({ kind: isDirs ? "dirs" : "any" });
    return isDirs ? from + 2 : from + 1;
  }
  const starts = from === 0 || chars[from - 1] === "/";
  if (end - from === 2 && starts && chars[end] === "/") {
    tokens.push({ kind: "dirs" });
    return end;
  }
  tokens.push({ kind: end - from === 2 && starts && end === chars.length ? "all" : "star" });
  return end - 1;
}

function parseSet(chars: readonly string[], from: number, tokens: Token[], glob: string): number {
  let at = from + 1;
  const not = chars[at] === "!" || chars[at] === "^";
  if (not) at++;
  const ranges: [string, string][] = [];
  for (let first = true; ; first = false) {
    let low = chars[at];
    if (low === undefined) throw unreadable(glob, "unclosed character class; missing ']'");
    if (low === "]" && !first) break;
    if (low === "\\" && chars[at + 1] !== undefined) low = chars[++at]!;
    if (chars[at + 1] === "-" && chars[at + 2] !== undefined && chars[at + 2] !== "]") {
      ranges.push([low, chars[at + 2]!]);
      at += 3;
    } else {
      ranges.push([low, low]);
      at++;
    }
  }
  tokens.push({ kind: "set", not, ranges });
  return at;
}

/** Refuses ranges like `[z-a]`, which are an error in ripgrep as well. */
function refuseReversedRanges(tokens: readonly Token[], glob: string): void {
  for (const token of tokens) {
    const reversed = token.kind === "set" ? token.ranges.find(([low, high]) => low > high) : undefined;
    if (reversed) throw unreadable(glob, `invalid range; '${reversed[0]}' > '${reversed[1]}'`);
  }
}

/** Expands braces such as `{a,b{c,d}}`. */
function expandBraces(glob: string, lenient: boolean): string[] {
  const open = indexOutside(glob, "{", 0);
  if (open < 0) {
    if (indexOutside(glob, "}", 0) >= 0) throw unreadable(glob, "unopened alternate group; missing '{'");
    return [glob];
  }
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  let close = -1;
  for (let at = open; at < glob.length && close < 0; at++) {
    const char = glob[at];
    if (char === "\\") at++;
    else if (char === "{") depth++;
    else if (char === "," && depth === 1) {
      parts.push(glob.slice(start, at));
      start = at + 1;
    } else if (char === "}" && --depth === 0) close = at;
  }
  if (close < 0) throw unreadable(glob, "unclosed alternate group; missing '}'");
  parts.push(glob.slice(start, close));
  const tails = expandBraces(glob.slice(close + 1), lenient);
  // Empty alternatives are ignored, as in ripgrep.
  const all = parts
    .filter((part) => lenient || part !== "")
    .flatMap((part) => expandBraces(part, lenient))
    .flatMap((part) => tails.map((tail) => glob.slice(0, open) + part + tail));
  if (all.length > MAX_ALTERNATIVES) throw unreadable(glob, `more than ${MAX_ALTERNATIVES} alternatives`);
  return all;
}

/** Returns the index of the first brace that is neither escaped nor inside a character class. */
function indexOutside(glob: string, brace: string, from: number): number {
  for (let at = from; at < glob.length; at++) {
    if (glob[at] === "\\") at++;
    else if (glob[at] === "[") {
      const end = glob.indexOf("]", at + (glob[at + 1] === "!" || glob[at + 1] === "^" ? 3 : 2));
      if (end > 0) at = end;
    } else if (glob[at] === brace) return at;
  }
  return -1;
}

function unreadable(glob: string, why: string): JigError {
  return new JigError("INVALID_ARGUMENT", `Invalid glob "${glob}": ${why}`);
}

/** Returns a glob for exactly one path below the root of the workspace. @param path with a leading slash */
export function literalGlob(path: string): string {
  return path.replace(/[\\*?[\]{}!]/g, "\\$&");
}
