/** Skips C# code without parsing it, including comments, strings, directives and balanced brackets. */
import { type ConditionalGroups, startsLine } from "../lexer/conditional-groups.ts";
import { charEnd, commentEnd, lineEnd, stringEnd, unclosed } from "../lexer/literals.ts";
import { Directives } from "./directives.ts";

/**
 * Classifies characters for skipping code: 0 for no meaning, 1 for the possible start of a literal, comment or
 * directive, 2 for opening and 3 for closing brackets, 4 for the end of an initializer, and 5 for `<`.
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
  /** Matches a brace, or the possible start of a literal, comment or directive. */
  readonly #next = /[{}"'$@/#]/g;
  readonly #blanks = /[\t-\r ]+/y;
  at = 0;
  /**
   * If brackets do not match, this is the indentation of the declaration being skipped, which ends at a line that is
   * not indented further. It is -1 if brackets can be trusted.
   */
  limit = -1;
  /** True if a group was still open at the end of the text, or was closed by the wrong bracket. */
  unbalanced = false;
  /** The kind of the first unterminated comment or literal: "string", "character", "comment", or "". */
  unclosed = "";

  constructor(text: string, reading: number, groups?: ConditionalGroups) {
    this.text = text;
    this.directives = new Directives(text, reading, groups);
    if (text.startsWith("#!")) this.at = lineEnd(text, 0);
  }

  /** Skips blanks, comments and directives. Returns the code of the next character, or NaN at the end of the text. */
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

  /** Skips a literal, comment or directive if one starts here. */
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

  /** Records whether a comment or literal is unterminated. */
  #closes(end: number): void {
    if (this.unclosed === "") this.unclosed = unclosed(this.text, this.at, end);
  }

  /** Skips a string, or a single character if no string starts here. */
  skipString(): void {
    const end = stringEnd(this.text, this.at);
    if (end > 0) this.#closes(end);
    this.at = end < 0 ? this.at + 1 : end;
  }

  /**
   * Moves from `{` to the character after its closing brace. It counts only braces, so that a missing parenthesis
   * affects no more than one member.
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
        // It is indented further than the line of its opening brace, so it has no opening brace of its own.
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
   * Does the same if brackets can be trusted. A regular expression finds the next relevant character, which is fast
   * from the first call, whereas a loop would have to be compiled first.
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
   * Moves from `(` or `[` to the character after its closing bracket. Stops at a character that cannot be inside.
   * `isFor` is set for the bracket of a `for`.
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
   * Moves from the expression after `=` or `=>` to the `;` (or the `,` if `comma` is set) that ends it, or to a bracket
   * that closes an outer one.
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

  /** At a line break in an incomplete expression, returns true if the next line starts another declaration. */
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

  /** Skips a parameter. A comma between type arguments does not end it, and its default value is an expression. */
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

  /** Moves from a `<` in a header past the matching `>`, or past the `<` alone if nothing matches it. */
  skipGeneric(): boolean {
    const end = typeListEnd(this.text, this.at);
    this.at = end < 0 ? this.at + 1 : end;
    return end >= 0;
  }
}

interface Line {
  /** The offset and code of the first character that is not blank. Line breaks count as blanks. */
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

/** Returns the indentation of the line that contains an offset. */
export function indentAt(text: string, offset: number): number {
  const { indent } = lineAt(text, text.lastIndexOf("\n", offset - 1) + 1);
  return indent === NO_INDENT ? 0 : indent;
}

/** Returns true if a declaration can start with the character. It has to be part of a word or open an attribute. */
function isDeclarationStart(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 91 || c === 64 || c > 127;
}

function isBlank(c: number): boolean {
  return c === 0xa0 || c === 0xfeff || c === 0x3000 || (c >= 0x2000 && c <= 0x200b) || c === 0x2028 || c === 0x2029;
}

/** Maximum nesting depth of type arguments. Without a limit, a run of unclosed `<` would take quadratic time. */
const DEEPEST_TYPE = 100;

/**
 * Returns the offset after the `>` that closes a list of types, or -1. The list can contain attributes and comments.
 */
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
 * Returns the end of type arguments in an expression, or -1 for a less-than operator. As in the language, the token
 * after `>` decides.
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
