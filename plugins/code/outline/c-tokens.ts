/**
 * Splits C and C++ into tokens, as far as repairing files requires it. Comments are dropped, and a directive is a
 * single token.
 */

export interface Token {
  /** `word` is a keyword, `text` is a literal, and `mark` is a single character. */
  kind: "name" | "word" | "text" | "mark" | "directive";
  start: number;
  end: number;
  text: string;
  /** The text that the grammar sees instead, padded with spaces. */
  shown?: string;
}

const RAW = /(?:u8|[uUL])?R"([^()\\\s]{0,16})\([\s\S]*?\)\1"/y;
const NUMBER = /(?:[\w.]|'(?=\w))+/y;
const DIRECTIVE = /#(?:\\\r?\n|\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|[^\n\\/"]+|\\|\/|")*/y;

const KEYWORDS = new Set(
  (
    "alignas alignof asm auto bool break case char const constexpr continue default do double else enum extern false float for goto if " +
    "inline int long nullptr register restrict return short signed sizeof static static_assert struct switch thread_local true typedef " +
    "union unsigned void volatile wchar_t while char8_t char16_t char32_t _Bool _Alignas _Atomic _Noreturn _Static_assert _Thread_local " +
    "__attribute__ __declspec __extension__ __inline __inline__ __restrict"
  ).split(" "),
);
/** Keywords of C++ that are names in C. */
const CPP_ONLY = new Set(
  (
    "class namespace template typename using virtual friend explicit operator private protected public new delete try catch throw " +
    "this mutable concept requires export decltype noexcept typeid consteval constinit co_await co_return co_yield"
  ).split(" "),
);

export function tokensOf(text: string, isCpp: boolean): Token[] {
  const tokens: Token[] = [];
  let isLineStart = true;
  const add = (kind: Token["kind"], start: number, end: number) => {
    tokens.push({ kind, start, end, text: end - start === 1 ? (text[start] ?? "") : text.slice(start, end) });
    isLineStart = false;
    return end;
  };
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code <= 32) {
      if (code === 10) isLineStart = true;
      at++;
    } else if (code === 47 && text[at + 1] === "/") at = lineEnd(text, at);
    else if (code === 47 && text[at + 1] === "*") {
      const end = text.indexOf("*/", at + 2);
      at = end < 0 ? text.length : end + 2;
    } else if (code === 35 && isLineStart) at = add("directive", at, matchEnd(DIRECTIVE, text, at));
    else if (isNamePart(code) && !isDigit(code)) {
      let end = at + 1;
      while (end < text.length && isNamePart(text.charCodeAt(end))) end++;
      const quote = text[end];
      if (quote === '"' && text[end - 1] === "R" && end - at < 4) end = matchEnd(RAW, text, at);
      const word = text.slice(at, end);
      const isKeyword = KEYWORDS.has(word) || (isCpp && CPP_ONLY.has(word));
      at = add(isKeyword ? "word" : "name", at, end);
    } else if (code === 34 || code === 39) at = add("text", at, literalEnd(text, at));
    else if (isDigit(code)) at = add("text", at, matchEnd(NUMBER, text, at));
    else if (code === 92 && /\r?\n/.test(text.slice(at + 1, at + 3))) at += 2;
    else at = add("mark", at, at + 1);
  }
  return tokens;
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at + 1;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isNamePart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    isDigit(code) ||
    code === 95 ||
    code === 36 ||
    code > 127
  );
}

/** Returns the end of a line comment, which a backslash continues on the next line. */
function lineEnd(text: string, from: number): number {
  for (let at = from; ; ) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    if (text[end - 1] !== "\\") return end;
    at = end + 1;
  }
}

function literalEnd(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at];
    if (character === quote) return at + 1;
    if (character === "\n") return at;
    if (character === "\\") at++;
  }
  return text.length;
}

const CLOSES: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Returns the index of the matching bracket for each bracket, or -1 if there is no match. */
export function pairsOf(tokens: readonly Token[]): Int32Array {
  const pairs = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== "mark") continue;
    if (text === "(" || text === "[" || text === "{") open.push(at);
    const left = CLOSES[text];
    if (left === undefined) continue;
    // A bracket that does not match closes those that are open inside.
    const fit = open.findLastIndex((each, index) => open.length - index <= 20 && tokens[each]?.text === left);
    if (fit < 0) continue;
    const start = open[fit] ?? -1;
    open.length = fit;
    pairs[start] = at;
    pairs[at] = start;
  }
  return pairs;
}

/** The maximum number of tokens to search for the end of template arguments. */
const MAX_ARGUMENTS = 400;

/** Returns the index of the angle bracket that closes the one at `open`, or `open` if it is a comparison. */
export function closingAngle(tokens: readonly Token[], pairs: Int32Array, open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length && at - open < MAX_ARGUMENTS; at++) {
    const text = tokens[at]?.text;
    if (text === "<") depth++;
    else if (text === ">" && --depth === 0) return at;
    else if (text === "(") at = Math.max(at, pairs[at] ?? -1);
    else if (text === ";" || text === "{") return open;
  }
  return open;
}
