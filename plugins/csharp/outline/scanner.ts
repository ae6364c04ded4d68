/** Skips comments, strings, directives and balanced brackets of C# code without parsing any of it. */
import { type ConditionalGroups, startsLine } from "../lexer/conditional-groups.ts";
import { charEnd, commentEnd, lineEnd, stringEnd, unclosed } from "../lexer/literals.ts";
import { Directives } from "./directives.ts";

/**
 * The classes of characters: 1 may start a literal, comment or directive, 2 opens and 3 closes a bracket, 4 ends an
 * initializer, and 5 is `<`. All others (0) are skipped.
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
  /** Matches braces, and everything that may start a literal, comment or directive. */
  readonly #next = /[{}"'$@/#]/g;
  readonly #blanks = /[\t-\r ]+/y;
  at = 0;
  /**
   * The value is -1 while brackets can be trusted. Otherwise it is the indentation of the declaration that is being skipped,
   * which is assumed to end at a line that isn't indented further.
   */
  limit = -1;
  /** True if a group was still open at the end, or was closed by the wrong bracket. */
  unbalanced = false;
  /** The kind of the first literal or comment that isn't closed: "string", "character", "comment", or "". */
  unclosed = "";

  constructor(text: string, reading: number, groups?: ConditionalGroups) {
    this.text = text;
    this.directives = new Directives(text, reading, groups);
    if (text.startsWith("#!")) this.at = lineEnd(text, 0);
  }

  /** Skips blanks, comments and directives. It returns the code of the next character, or NaN at the end. */
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

  /** Skips a literal, comment or directive if there is one. */
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

  /** Records whether a comment or literal isn't closed. */
  #closes(end: number): void {
    if (this.unclosed === "") this.unclosed = unclosed(this.text, this.at, end);
  }

  /** Skips a string. If there isn't one here, it only skips one character. */
  skipString(): void {
    const end = stringEnd(this.text, this.at);
    if (end > 0) this.#closes(end);
    this.at = end < 0 ? this.at + 1 : end;
  }

  /**
   * Skips from `{` past its closing brace. Only braces are counted, so that a missing parenthesis can't affect more than one
   * member.
   */
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
        // It is further to the right than the line of its supposed opening brace, so the real opening brace is missing.
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
   * This is a fast path for brackets that can be trusted. A regular expression finds the next relevant character, which is fast
   * from the first call on, while a loop would have to be compiled first.
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
   * Skips from `(` or `[` past its closing bracket, but stops at a character that can't occur inside. @param isFor it's the
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

  /**
   * Skips from the expression after `=` or `=>` to the `;` that ends it (with `comma`, also `,`), or to a bracket that closes
   * an outer one.
   */
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

  /** Skips the initializer after the accessors of a property, if there is one. */
  skipInitialValue(): void {
    const end = this.at;
    if (this.skipTrivia() === 61) {
      this.skipExpression(false);
      if (this.text.charCodeAt(this.at) === 59) this.at++;
    } else this.at = end;
  }

  /** Skips a parameter. Commas between type arguments don't end it, and its default value is an expression. */
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

  /** Skips from `<` in a header past the matching `>`. If there is no match, it only skips the `<`. */
  skipGeneric(): boolean {
    const end = typeListEnd(this.text, this.at);
    this.at = end < 0 ? this.at + 1 : end;
    return end >= 0;
  }
}

interface Line {
  /** The first character that isn't blank, with its offset. Line breaks are blanks. */
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

/** Returns true if a declaration can start with this character, which is part of a word or begins an attribute. */
function isDeclarationStart(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 91 || c === 64 || c > 127;
}

function isBlank(c: number): boolean {
  return c === 0xa0 || c === 0xfeff || c === 0x3000 || (c >= 0x2000 && c <= 0x200b) || c === 0x2028 || c === 0x2029;
}

/** The maximum nesting of type arguments, because many unclosed `<` would take quadratic time. */
const DEEPEST_TYPE = 100;

/** Returns the offset after the `>` that closes a type list (which can contain attributes and comments), or -1. */
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
 * Returns the end of the type arguments in an expression, or -1 for a less-than operator. As in the language, the token after
 * `>` decides.
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
