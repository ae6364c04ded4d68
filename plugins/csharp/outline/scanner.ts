/** Skips over C# code (comments, strings, directives, balanced brackets) without parsing any of it. */
import { type ConditionalGroups, startsLine } from "../lexer/conditional-groups.ts";
import { charEnd, commentEnd, lineEnd, stringEnd, unclosed } from "../lexer/literals.ts";
import { Directives } from "./directives.ts";

/**
 * Character classes: 1 may start a literal, comment or directive; 2 opens and 3 closes a bracket; 4 ends an initializer; 5 is
 * `<`. Everything else (0) is skipped.
 */
const SKIP = (() => {
  const table = new Uint8Array(128);
  for (const c of "\"'$@/#") table[c.charCodeAt(0)] = 1;
  for (const c of "([{") table[c.charCodeAt(0)] = 2;
  for (const c of ")]}") table[c.charCodeAt(0)] = 3;
  for (const c of ",;") table[c.charCodeAt(0)] = 4;
  table[60] = 5;
  return table;
})();

export class Scanner {
  readonly text: string;
  readonly directives: Directives;
  /** Braces, and anything that may start a literal, comment or directive */
  readonly #next = /[{}"'$@/#]/g;
  readonly #blanks = /[\t-\r ]+/y;
  at = 0;
  /**
   * -1 while brackets can be trusted. Otherwise the indentation of the declaration that's being skipped, and we assume that
   * it ends at a line that's not indented any further.
   */
  limit = -1;
  /** A group was still open at the end, or closed by the wrong bracket. */
  unbalanced = false;
  /** First unterminated thing: "string", "character", "comment", or "" */
  unclosed = "";

  constructor(text: string, reading: number, groups?: ConditionalGroups) {
    this.text = text;
    this.directives = new Directives(text, reading, groups);
    if (text.startsWith("#!")) this.at = lineEnd(text, 0);
  }

  /** Skip blanks, comments and directives. Returns the next character's code (NaN at the end). */
  skipTrivia(): number {
    const text = this.text;
    for (;;) {
      const c = text.charCodeAt(this.at);
      if (c === 32 || (c >= 9 && c <= 13)) {
        this.#blanks.lastIndex = this.at;
        this.#blanks.test(text);
        this.at = this.#blanks.lastIndex;
      } else if (c === 47) {
        const end = commentEnd(text, this.at);
        if (end < 0) return c;
        this.#closes(end);
        this.at = end;
      } else if (c === 35 && startsLine(text, this.at)) this.at = this.directives.skip(this.at);
      else if (c > 127 && isBlank(c)) this.at++;
      else return c;
    }
  }

  /** Skip a literal, comment or directive, if there is one. */
  #skipSpecial(c: number): void {
    const text = this.text;
    let end = -1;
    if (c === 47) end = commentEnd(text, this.at);
    else if (c === 39) end = charEnd(text, this.at);
    else if (c === 35) end = startsLine(text, this.at) ? this.directives.skip(this.at) : -1;
    else end = stringEnd(text, this.at);
    if (end > 0 && c !== 35) this.#closes(end);
    this.at = end < 0 ? this.at + 1 : end;
  }

  /** Make a note if a comment or literal is unterminated. */
  #closes(end: number): void {
    if (this.unclosed === "") this.unclosed = unclosed(this.text, this.at, end);
  }

  /** Skip a string. If there's none here, skips just one character. */
  skipString(): void {
    const end = stringEnd(this.text, this.at);
    if (end > 0) this.#closes(end);
    this.at = end < 0 ? this.at + 1 : end;
  }

  /** From `{` past its closing brace. Nothing but braces is counted, so a missing parenthesis can't affect more than one member. */
  skipBraces(): void {
    if (this.limit < 0) {
      this.#skipTrusted();
      return;
    }
    const text = this.text;
    const length = text.length;
    const own = this.limit < 0 ? -1 : indentAt(text, this.at);
    let depth = 0;
    let indented = false;
    while (this.at < length) {
      const c = text.charCodeAt(this.at);
      const skip = c < 128 ? SKIP[c]! : 0;
      if (skip === 1) this.#skipSpecial(c);
      else if (c === 123) {
        depth++;
        this.at++;
      } else if (c === 125) {
        // further to the right than the line of "its" opening brace, so the actual opening brace is missing
        if (depth === 1 && own >= 0 && startsLine(text, this.at) && indentAt(text, this.at) > own)
          this.unbalanced = true;
        else depth--;
        this.at++;
        if (depth === 0) return;
      } else if (c === 10 && this.limit >= 0) {
        const line = lineAt(text, this.at + 1);
        if (line.indent > this.limit) indented = true;
        else if (line.first === 125 || (indented && isDeclarationStart(line.first))) {
          this.at = line.first === 125 && line.indent === this.limit ? line.at + 1 : line.at;
          if (depth !== 1 || line.first !== 125 || line.indent !== this.limit) this.unbalanced = true;
          return;
        }
        this.at++;
      } else this.at++;
    }
    this.unbalanced = true;
  }

  /**
   * Fast path for when brackets can be trusted. We find the next character of interest by regular expression, which is fast
   * from the very first call; a loop would first have to be compiled.
   */
  #skipTrusted(): void {
    const text = this.text;
    const next = this.#next;
    let depth = 0;
    for (next.lastIndex = this.at; next.test(text); next.lastIndex = this.at) {
      this.at = next.lastIndex - 1;
      const c = text.charCodeAt(this.at);
      if (c === 123) {
        depth++;
        this.at++;
      } else if (c === 125) {
        this.at++;
        if (--depth === 0) return;
      } else this.#skipSpecial(c);
    }
    this.at = text.length;
    this.unbalanced = true;
  }

  /**
   * From `(` or `[` past its closing bracket, stopping early at a character that can't occur in there. @param isFor it's the
   * bracket of a `for`
   */
  skipGroup(isHeader = false, isFor = false): void {
    const text = this.text;
    const length = text.length;
    let depth = 0;
    while (this.at < length) {
      const c = text.charCodeAt(this.at);
      const skip = c < 128 ? SKIP[c]! : 0;
      if (skip === 1) this.#skipSpecial(c);
      else if (c === 123) {
        if (isHeader && this.limit >= 0) break;
        this.skipBraces();
      } else if (c === 125 || (c === 59 && !isFor)) break;
      else if (c === 10 && this.#isNextDeclaration()) break;
      else {
        if (skip === 2) depth++;
        this.at++;
        if (skip === 3 && --depth === 0) return;
      }
    }
    this.unbalanced = true;
  }

  /** From the expression after `=` or `=>` to the `;` that ends it (with `comma`, also `,`), or to a bracket that closes an outer one. */
  skipExpression(comma: boolean): void {
    const text = this.text;
    const length = text.length;
    while (this.at < length) {
      const c = text.charCodeAt(this.at);
      const skip = c < 128 ? SKIP[c]! : 0;
      if (c === 10 && this.#isNextDeclaration()) {
        this.unbalanced = true;
        return;
      }
      if (skip === 0) this.at++;
      else if (skip === 1) this.#skipSpecial(c);
      else if (skip === 2) {
        if (c === 123) this.skipBraces();
        else this.skipGroup();
      } else if (skip === 5) {
        const end = genericEnd(text, this.at);
        this.at = end < 0 ? this.at + 1 : end;
      } else if (skip === 3 || c === 59 || comma) return;
      else this.at++;
    }
  }

  /** At a line break in the middle of an expression, returns true if the next line looks like a new declaration. */
  #isNextDeclaration(): boolean {
    if (this.limit < 0) return false;
    const line = lineAt(this.text, this.at + 1);
    if (line.indent > this.limit || !isDeclarationStart(line.first)) return false;
    let before = this.at - 1;
    while (before >= 0 && /\s/.test(this.text[before]!)) before--;
    if (!/[\w)\]}"';]/.test(this.text[before] ?? "")) return false;
    this.at = line.at;
    return true;
  }

  /** The initializer after a property's accessors, if any. */
  skipInitialValue(): void {
    const end = this.at;
    if (this.skipTrivia() === 61) {
      this.skipExpression(false);
      if (this.text.charCodeAt(this.at) === 59) this.at++;
    } else this.at = end;
  }

  /** A parameter. Commas between type arguments don't end it, and its default value is an expression. */
  skipParameter(close: number): void {
    while (this.at < close) {
      const c = this.skipTrivia();
      if (c === 44 || Number.isNaN(c)) return;
      if (c === 61) {
        this.skipExpression(true);
        return;
      }
      if (c === 60) this.skipGeneric();
      else if (c === 40 || c === 91) this.skipGroup();
      else this.at++;
    }
  }

  /** From `<` in a header past the matching `>`. If there's no match, just past the `<`. */
  skipGeneric(): boolean {
    const end = typeListEnd(this.text, this.at);
    this.at = end < 0 ? this.at + 1 : end;
    return end >= 0;
  }
}

interface Line {
  /** First non-blank character, with its offset. Line breaks are blanks. */
  at: number;
  first: number;
  indent: number;
}

const NO_INDENT = 1e9;

function lineAt(text: string, from: number): Line {
  let at = from;
  let indent = 0;
  for (; ; at++) {
    const c = text.charCodeAt(at);
    if (c === 32) indent++;
    else if (c === 9) indent += 4;
    else if (c === 10 || c === 13 || c === 35 || c === 47 || Number.isNaN(c))
      return { at, first: c, indent: NO_INDENT };
    else return { at, first: c, indent };
  }
}

export function indentAt(text: string, offset: number): number {
  const { indent } = lineAt(text, text.lastIndexOf("\n", offset - 1) + 1);
  return indent === NO_INDENT ? 0 : indent;
}

/** Returns true if a declaration can start with this character. It has to be part of a word, or begin an attribute. */
function isDeclarationStart(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 91 || c === 64 || c > 127;
}

function isBlank(c: number): boolean {
  return c === 0xa0 || c === 0xfeff || c === 0x3000 || (c >= 0x2000 && c <= 0x200b) || c === 0x2028 || c === 0x2029;
}

/** Cap on nested type arguments. A run of unclosed `<` would be quadratic otherwise. */
const DEEPEST_TYPE = 100;

/** Past the `>` that closes a type list (which can have attributes and comments in it), or -1. */
export function typeListEnd(text: string, open: number): number {
  let depth = 0;
  let round = 0;
  for (let at = open; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === 60) {
      if (++depth > DEEPEST_TYPE) return -1;
    } else if (c === 62) {
      if (--depth === 0) return at + 1;
    } else if (c === 40 || c === 91) round++;
    else if (c === 41 || c === 93) {
      if (--round < 0) return -1;
    } else if (c === 47) {
      const end = commentEnd(text, at);
      if (end < 0) return -1;
      at = end - 1;
    } else if (c === 34 && round > 0) at = stringEnd(text, at) - 1;
    else if (c === 59 || c === 123 || c === 125 || (round === 0 && (c === 61 || c === 38 || c === 124 || c === 43)))
      return -1;
  }
  return -1;
}

/**
 * The end of the type arguments in an expression. -1 for a less-than operator. It's the token after `>` that decides, same as
 * in the language.
 */
export function genericEnd(text: string, open: number): number {
  const before = text.charCodeAt(open - 1);
  if (before === 32 || before === 60 || text.charCodeAt(open + 1) === 32) return -1;
  const end = typeListEnd(text, open);
  if (end < 0) return -1;
  const next = /\S/g;
  next.lastIndex = end;
  const follower = next.exec(text)?.[0] ?? "";
  return "()]}:;,.?=!|^&{[".includes(follower) || follower === "" ? end : -1;
}
