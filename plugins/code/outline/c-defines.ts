/** Reads the macros that a C or C++ file defines, and expands their uses. */
import { pairsOf, type Token, tokensOf } from "./c-tokens.ts";

/** Returns true for a name that is usually a macro. */
export function isMacroName(name: string): boolean {
  return /^(?:_*[A-Z][A-Z0-9_]+|__\w+)$/.test(name);
}

/** Names of the macros that declare a struct by their first argument, in the queue.h and tree.h of the BSDs. */
const HEAD_MACRO = /^(?:S?LIST|S?TAILQ|X?SIMPLEQ|CIRCLEQ|RBT?|SPLAY)_HEAD$/;

export function isHeadMacro(name: string): boolean {
  return HEAD_MACRO.test(name);
}

const COMMENT_OR_MACRO =
  /\/\*[\s\S]*?\*\/|\/\/(?:[^\\\n]|\\[\s\S])*|"(?:\\[\s\S]|[^"\\\n])*"|^([ \t]*#[ \t]*define[ \t]+)([\p{L}_$][\p{L}\p{N}_$]*)(\([^)\n]*\))?(?:[^\\\n]|\\[\s\S])*/gmu;

export interface Define {
  name: string;
  /** The offsets of the directive, of its name and of the part after the parameters. */
  start: number;
  nameStart: number;
  bodyStart: number;
  end: number;
  /** Undefined for a macro without brackets. */
  parameters: string[] | undefined;
}

/** An expansion stops after this number of tokens, because macros can multiply. */
const MAX_TOKENS = 500_000;
/** The definition of every head macro, since their header is another file. */
const HEAD: Define = { name: "", start: 0, nameStart: 0, bodyStart: -1, end: 0, parameters: ["name", "type"] };
const HEAD_BODY = "struct name { type first; }";

export class Defines {
  readonly text: string;
  readonly all: Define[] = [];
  readonly #byName = new Map<string, Define[]>();
  readonly #bodies = new Map<Define, Token[]>();
  #left = MAX_TOKENS;

  constructor(text: string) {
    this.text = text;
    for (const { index, 0: whole, 1: before = "", 2: name, 3: brackets } of text.matchAll(COMMENT_OR_MACRO)) {
      if (name === undefined) continue;
      const nameStart = index + before.length;
      const bodyStart = nameStart + name.length + (brackets?.length ?? 0);
      const parameters = brackets === undefined ? undefined : (brackets.match(/[\p{L}\p{N}_$]+|\.\.\./gu) ?? []);
      const each = { name, start: index, nameStart, bodyStart, end: index + whole.length, parameters };
      this.all.push(each);
      const same = this.#byName.get(name);
      if (same) same.push(each);
      else this.#byName.set(name, [each]);
    }
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Returns the definition that holds at an offset. */
  at(name: string, offset: number): Define | undefined {
    const found = this.#byName.get(name)?.findLast(({ start }) => start < offset);
    return found ?? (isHeadMacro(name) ? HEAD : undefined);
  }

  /** Returns the tokens of a part of the text, with offsets in the text. */
  tokens(start: number, end: number): Token[] {
    const part = this.text.slice(start, end);
    if (start === 0 || this.text[start - 1] === "\n") return shifted(tokensOf(part, true), start);
    // Without a letter in front, a `#` would begin a directive.
    return shifted(tokensOf(`x ${part}`, true).slice(1), start - 2);
  }

  /**
   * Returns the expansion of a macro. A name that is joined from parts is empty. Returns undefined if there are too few
   * arguments.
   */
  expand(define: Define, use: readonly Token[]): Token[] | undefined {
    const written = define.parameters && argumentsOf(use);
    const { parameters = [] } = define;
    const isOpen = parameters.at(-1) === "...";
    if (define.parameters && !written) return undefined;
    if (written && written.length < parameters.length - (isOpen ? 1 : 0)) return undefined;
    const rest = isOpen ? (written ?? []).slice(parameters.length - 1) : [];
    const values = new Map<string, readonly Token[]>(parameters.map((name, at) => [name, written?.[at] ?? []]));
    if (isOpen)
      values.set(
        "__VA_ARGS__",
        rest.flatMap((each, at) => (at > 0 ? [COMMA, ...each] : each)),
      );
    const body = this.body(define);
    const expanded: Token[] = [];
    for (const [at, token] of body.entries()) {
      const isGlued =
        (body[at - 1]?.text === "#" && token.text !== "#") ||
        (body[at + 1]?.text === "#" && token.text !== "#" && body[at + 2]?.text === "#");
      if (token.text === "#") continue;
      const value = isGlued ? [{ ...token, kind: "text" as const, text: "" }] : (values.get(token.text) ?? [token]);
      expanded.push(...value);
    }
    this.#left -= expanded.length;
    return this.#left < 0 ? undefined : expanded;
  }

  /** Returns the tokens that replace a use. */
  body(define: Define): Token[] {
    let body = this.#bodies.get(define);
    if (!body) {
      body =
        define.bodyStart < 0
          ? shifted(tokensOf(HEAD_BODY, false), -HEAD_BODY.length)
          : this.tokens(define.bodyStart, define.end);
      this.#bodies.set(define, body);
    }
    return body;
  }
}

const COMMA: Token = { kind: "mark", start: -1, end: -1, text: "," };

function shifted(tokens: readonly Token[], by: number): Token[] {
  return tokens.map((each) => ({ ...each, start: each.start + by, end: each.end + by }));
}

/** Returns the arguments in `NAME(a, b)`, and undefined without brackets. */
export function argumentsOf(use: readonly Token[]): Token[][] | undefined {
  if (use[1]?.text !== "(") return undefined;
  const pairs = pairsOf(use);
  const end = pairs[1] ?? -1;
  if (end < 0) return undefined;
  const found: Token[][] = [[]];
  for (let at = 2; at < end; at++) {
    const token = use[at];
    if (!token) break;
    if (token.text === ",") {
      found.push([]);
      continue;
    }
    const close = pairs[at] ?? -1;
    const last = Math.max(close, at);
    found.at(-1)?.push(...use.slice(at, last + 1));
    at = last;
  }
  return found;
}
