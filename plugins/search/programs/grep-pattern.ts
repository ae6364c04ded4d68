/** Translates POSIX patterns (basic and extended) to the syntax of ripgrep. */

export type Syntax = "basic" | "extended" | "fixed" | "perl";

export interface Translated {
  pattern: string;
  /** True if only the slower engine supports the pattern, because of a back reference such as `\1`, or an anchor with -z. */
  isSlow: boolean;
}

/** These characters need to be escaped in the syntax of the engine. */
const SPECIAL = /[.*+?^${}()|[\]\\]/;
/** These escapes mean the same in both. */
const SAME = /[wWsSbB<>]/;

/**
 * Translates a pattern to the syntax of ripgrep. The pattern must not contain line breaks. Fixed strings and Perl patterns
 * don't need any translation.
 */
export function translate(pattern: string, syntax: Syntax, endsInNul = false): Translated {
  if (syntax === "fixed" || syntax === "perl") return { pattern, isSlow: false };
  return new Translator(pattern, syntax === "extended", endsInNul).run();
}

/** The same for lines that end in NUL (-z), which can contain line breaks. */
const IN_NUL = { ".": "[^\\x00]", "^": "(?<![^\\x00])", $: "(?![^\\x00])" };

class Translator {
  private at = 0;
  private out = "";
  private isSlow = false;
  /** True if there is nothing to repeat yet, because we are at the start or right after `(`, `|` or a leading `^`. */
  private fresh = true;
  /** The position in `out` of the part that an operator would repeat. It is also saved for every open group. */
  private part = 0;
  private readonly groups: number[] = [];
  private readonly text: string;
  private readonly extended: boolean;

  private readonly endsInNul: boolean;

  constructor(text: string, extended: boolean, endsInNul: boolean) {
    this.endsInNul = endsInNul;
    this.text = text;
    this.extended = extended;
  }

  run(): Translated {
    while (this.at < this.text.length) this.next();
    return { pattern: this.out, isSlow: this.isSlow };
  }

  private next(): void {
    const char = this.text[this.at] ?? "";
    if (char === "\\") this.escape(this.text[this.at + 1]);
    else if (char === "[") this.bracket();
    else if (char === "*") this.repeat("*", this.fresh);
    else if (this.extended && (char === "+" || char === "?")) this.repeat(char, this.fresh);
    else if (this.extended && char === "{") this.interval("{", "}");
    else if (this.extended && (char === "(" || char === ")" || char === "|")) this.operator(char, 1);
    else if (char === "^") this.caret();
    else if (char === "$") this.dollar();
    else this.literal(char);
  }

  private add(part: string, length: number): void {
    this.part = this.out.length;
    this.out += part;
    this.at += length;
    this.fresh = false;
  }

  private literal(char: string, length = 1): void {
    if (char === "." && this.endsInNul) this.add(IN_NUL["."], length);
    else this.add(char !== "." && SPECIAL.test(char) ? `\\${char}` : char, length);
  }

  private operator(char: string, length: number): void {
    if (char === "(") this.groups.push(this.out.length);
    if (char === ")") this.part = this.groups.pop() ?? this.out.length;
    this.out += char;
    this.at += length;
    this.fresh = char !== ")";
  }

  private repeat(operator: string, literally: boolean, length = 1): void {
    if (literally) {
      // A leading `*` is literal in a basic pattern, whereas an extended pattern just ignores it.
      if (!this.extended) this.literal(operator, length);
      else this.at += length;
      return;
    }
    // The engine would take a second operator for "lazy", as in `a+?`.
    const part = this.out.slice(this.part);
    const again = /[*+?}]$/.test(part) && !/^\\?.$/s.test(part);
    this.out = this.out.slice(0, this.part) + (again ? `(?:${part})` : part) + operator;
    this.at += length;
  }

  private interval(open: string, close: string): void {
    const found = new RegExp(`^${escaped(open)}(\\d*)(,?)(\\d*)${escaped(close)}`).exec(this.text.slice(this.at));
    const [whole = "", low = "", comma = "", high = ""] = found ?? [];
    if (!found || this.fresh || (low === "" && comma === "")) this.literal("{", open.length);
    else this.repeat(`{${low === "" ? "0" : low}${comma}${high}}`, false, whole.length);
  }

  /** Handles `^`, which is an anchor unless it is in the middle of a basic pattern. */
  private caret(): void {
    if (this.extended || this.fresh) {
      this.anchor("^");
    } else this.literal("^");
  }

  /** Only the slower engine can look around. */
  private anchor(char: "^" | "$"): void {
    this.out += this.endsInNul ? IN_NUL[char] : char;
    this.isSlow ||= this.endsInNul;
    this.at++;
  }

  private dollar(): void {
    const rest = this.text.slice(this.at + 1);
    if (this.extended || rest === "" || /^\\[)|]/.test(rest)) {
      this.anchor("$");
      this.fresh = false;
    } else this.literal("$");
  }

  private escape(next: string | undefined): void {
    if (next === undefined) {
      this.literal("\\");
      return;
    }
    if (!this.extended && (next === "(" || next === ")" || next === "|")) this.operator(next, 2);
    else if (!this.extended && (next === "+" || next === "?")) this.repeat(next, this.fresh, 2);
    else if (!this.extended && next === "{") this.interval("\\{", "\\}");
    else if (/[1-9]/.test(next)) {
      this.add(`\\${next}`, 2);
      this.isSlow = true;
    } else if (next === "`" || next === "'") {
      this.out += next === "`" ? "\\A" : "\\z";
      this.at += 2;
    } else if (SAME.test(next)) {
      this.add(next === "<" ? "\\b{start}" : next === ">" ? "\\b{end}" : `\\${next}`, 2);
    } else this.add(SPECIAL.test(next) ? `\\${next}` : next, 2);
  }

  /** Handles a bracket expression, in which neither backslashes nor the engine's own operators are special. */
  private bracket(): void {
    let at = this.at + 1;
    let inside = "";
    if (this.text[at] === "^") {
      inside += "^";
      at++;
    }
    for (let first = true; ; first = false) {
      const char = this.text[at];
      if (char === undefined) {
        // The bracket is never closed, so we leave the error message to the engine.
        this.out += this.text.slice(this.at);
        this.at = this.text.length;
        return;
      }
      if (char === "]" && !first) break;
      const named = /^\[([:.=])(.+?)\1\]/.exec(this.text.slice(at));
      if (named) {
        inside += named[1] === ":" ? named[0] : classed(named[2] ?? "");
        at += named[0].length;
        continue;
      }
      const range =
        char !== "-" && this.text[at + 1] === "-" && this.text[at + 2] !== undefined && this.text[at + 2] !== "]";
      inside += classed(char);
      at++;
      if (range) {
        inside += `-${classed(this.text[at + 1] ?? "")}`;
        at += 2;
      }
    }
    this.add(`[${inside}]`, at + 1 - this.at);
  }
}

function classed(char: string): string {
  return /[\\[\]^&~-]/.test(char) ? `\\${char}` : char;
}

function escaped(text: string): string {
  return text.replace(/[\\{}]/g, "\\$&");
}
