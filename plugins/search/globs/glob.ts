/**
 * Matches globs in ripgrep's syntax. It takes linear time, because a malicious glob could hang a matcher that
 * backtracks.
 */
import { JigError } from "../../../core/host/plugin-api.ts";

/**
 * `one` matches a character other than `/`, `star` any number of those, `dirs` any number of whole directories, and
 * `all` everything that is not empty.
 */
type Token = { kind: "text"; text: string } | { kind: "set"; not: boolean; ranges: [string, string][] } | Wild;
type Wild = { kind: "one" | "star" | "dirs" | "all" };

/** Maximum number of alternatives, since nested braces multiply. */
const MOST_ALTERNATIVES = 1000;

/** Returns a function that matches whole paths, which contain `/`. Throws INVALID_ARGUMENT for an invalid glob. */
export function compileGlob(glob: string, ignoreCase = false): (path: string) => boolean {
  const programs = expandBraces(glob).map((alternative) =>
    parse(ignoreCase ? alternative.toLowerCase() : alternative, glob),
  );
  return (path) => programs.some((tokens) => matches(tokens, ignoreCase ? path.toLowerCase() : path));
}

/** Advances all possible positions in parallel. This takes time proportional to the product of both lengths at most. */
function matches(tokens: readonly Token[], path: string): boolean {
  // A position inside a directory that `dirs` skips is represented by the index of the token plus one half.
  let positions = new Set<number>();
  enter(positions, tokens, 0);
  for (const char of path) {
    const next = new Set<number>();
    for (const position of positions) step(next, tokens, position, char);
    if (next.size === 0) return false;
    positions = next;
  }
  return positions.has(tokens.length);
}

function enter(positions: Set<number>, tokens: readonly Token[], at: number): void {
  if (positions.has(at)) return;
  positions.add(at);
  const kind = tokens[at]?.kind;
  if (kind === "star" || kind === "dirs") enter(positions, tokens, at + 1);
}

function step(next: Set<number>, tokens: readonly Token[], position: number, char: string): void {
  const at = Math.floor(position);
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
      else next.add(at + 0.5);
      break;
    case "all":
      next.add(at);
      enter(next, tokens, at + 1);
      break;
  }
}

function parse(text: string, glob: string): Token[] {
  const tokens: Token[] = [];
  const chars = [...text];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!;
    if (char === "\\" && at + 1 < chars.length) tokens.push({ kind: "text", text: chars[++at]! });
    else if (char === "?") tokens.push({ kind: "one" });
    else if (char === "[") at = parseSet(chars, at, tokens, glob);
    else if (char === "*") at = parseStars(chars, at, tokens);
    else tokens.push({ kind: "text", text: char });
  }
  return tokens;
}

/** Two stars only span directories if they are a whole path component. */
function parseStars(chars: readonly string[], from: number, tokens: Token[]): number {
  let end = from;
  while (chars[end] === "*") end++;
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

/** Expands `{a,b{c,d}}` to its alternatives. */
function expandBraces(glob: string): string[] {
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
  const tails = expandBraces(glob.slice(close + 1));
  // ripgrep ignores empty alternatives.
  const all = parts
    .filter((part) => part !== "")
    .flatMap(expandBraces)
    .flatMap((part) => tails.map((tail) => glob.slice(0, open) + part + tail));
  if (all.length > MOST_ALTERNATIVES) throw unreadable(glob, `more than ${MOST_ALTERNATIVES} alternatives`);
  return all;
}

/** Finds the first brace that is neither escaped nor part of a character class. */
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

/** Returns a glob that matches exactly one path below the workspace root. `path` starts with a slash. */
export function literalGlob(path: string): string {
  return path.replace(/[\\*?[\]{}!]/g, "\\$&");
}
