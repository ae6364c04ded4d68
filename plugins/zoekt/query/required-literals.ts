/**
 * Extracts literals that any match of a pattern must contain. We send these to the server instead of the pattern, because its regex
 * syntax differs from ripgrep's. Constructs we don't understand require nothing, which is always safe.
 */

/** An empty `all` is true for every file. */
export type Formula = { text: string; ignoreCase: boolean } | { all: Formula[] } | { any: Formula[] };

export interface RequiredLiterals {
  formula: Formula;
  /** Minimum match length in bytes. */
  shortest: number;
}

export interface PatternRules {
  fixedStrings: boolean;
  caseMode: "smart" | "insensitive" | "sensitive";
}

const NOTHING: Formula = { all: [] };
/** Nesting limit, to avoid a stack overflow. Deeper patterns require nothing. */
const DEEPEST = 50;
const LONGEST_LITERAL = 100;

export function requiredLiterals(pattern: string, { fixedStrings, caseMode }: PatternRules): RequiredLiterals {
  const read = fixedStrings ? literal(pattern) : parsed(pattern);
  if (!read) return { formula: NOTHING, shortest: 0 };
  const { node, ignoreCase, upper } = read;
  const folds = ignoreCase || caseMode === "insensitive" || (caseMode === "smart" && !upper);
  return { formula: formulaOf(node, folds), shortest: node.shortest };
}

interface Node {
  /** Literals or alternatives contained in any match. */
  texts: string[];
  groups: Node[][];
  shortest: number;
}

interface Parsed {
  node: Node;
  /** A `(?i)` anywhere is applied everywhere, which can only find more. */
  ignoreCase: boolean;
  /** Has an uppercase literal. Relevant for smart case. */
  upper: boolean;
}

function literal(text: string): Parsed {
  const shortest = Buffer.byteLength(text);
  return { node: { texts: [text], groups: [], shortest }, ignoreCase: false, upper: /\p{Lu}/u.test(text) };
}

function parsed(pattern: string): Parsed | undefined {
  const parser = new Parser(pattern);
  const node = parser.alternatives(0);
  return node && parser.atEnd ? { node, ignoreCase: parser.ignoreCase, upper: parser.upper } : undefined;
}

/** Parser for the syntax of Rust's regex crate. Returns undefined for anything it doesn't understand. */
class Parser {
  ignoreCase = false;
  upper = false;
  private readonly signs: string[];
  private at = 0;

  constructor(pattern: string) {
    this.signs = [...pattern];
  }

  get atEnd(): boolean {
    return this.at >= this.signs.length;
  }

  alternatives(depth: number): Node | undefined {
    if (depth > DEEPEST) return undefined;
    const branches: Node[] = [];
    for (;;) {
      const branch = this.sequence(depth);
      if (!branch) return undefined;
      branches.push(branch);
      if (this.signs[this.at] !== "|") break;
      this.at++;
    }
    const [only] = branches;
    if (only && branches.length === 1) return only;
    return { texts: [], groups: [branches], shortest: Math.min(...branches.map(({ shortest }) => shortest)) };
  }

  private sequence(depth: number): Node | undefined {
    const node: Node = { texts: [], groups: [], shortest: 0 };
    let run = "";
    const flush = () => {
      if (run !== "") node.texts.push(run);
      run = "";
    };
    while (!this.atEnd && this.signs[this.at] !== "|" && this.signs[this.at] !== ")") {
      const atom = this.atom(depth);
      if (atom === undefined) return undefined;
      const times = this.repetition();
      if (times === undefined) return undefined;
      const { least, once } = times;
      if (typeof atom === "string") {
        if (least > 0) run += atom;
        if (!once) flush();
        node.shortest += least * Buffer.byteLength(atom);
        continue;
      }
      flush();
      if (least === 0) continue;
      node.texts.push(...atom.texts);
      node.groups.push(...atom.groups);
      node.shortest += least * atom.shortest;
    }
    flush();
    return node;
  }

  /** Returns a literal character as a string. */
  private atom(depth: number): string | Node | undefined {
    const sign = this.signs[this.at++] ?? "";
    if (sign === "(") return this.group(depth);
    if (sign === "[") return this.class() ? some(1) : undefined;
    if (sign === "\\") return this.escape();
    if (sign === ".") return some(1);
    if (sign === "^" || sign === "$") return some(0);
    if (sign === "*" || sign === "+" || sign === "?" || sign === "{") return undefined;
    return this.literal(sign);
  }

  private literal(sign: string): string {
    if (/\p{Lu}/u.test(sign)) this.upper = true;
    return sign;
  }

  private group(depth: number): Node | undefined {
    if (this.signs[this.at] === "?") {
      const head = /^\?(?:P?<[^>]+>|([a-zA-Z-]*)([:)]))/u.exec(this.signs.slice(this.at, this.at + 200).join(""));
      if (!head) return undefined;
      const [whole, flags = "", end] = head;
      // Extended mode and byte mode change the meaning of the rest.
      if (/[^imsURu-]/.test(flags) || /-.*u/.test(flags)) return undefined;
      if (/^[^-]*i/.test(flags)) this.ignoreCase = true;
      this.at += [...whole].length;
      if (end === ")") return some(0);
    }
    const inner = this.alternatives(depth + 1);
    if (!inner || this.signs[this.at++] !== ")") return undefined;
    return inner;
  }

  /** Returns false for an unusual class. */
  private class(): boolean {
    if (this.signs[this.at] === "^") this.at++;
    for (let first = true; this.at < this.signs.length; first = false) {
      const sign = this.signs[this.at++] ?? "";
      if (sign === "]" && !first) return true;
      // Nested sets and set operations.
      if (sign === "[" || /^(&&|--|~~)$/.test(sign + (this.signs[this.at] ?? ""))) return false;
      if (sign === "\\") this.at++;
    }
    return false;
  }

  private escape(): string | Node | undefined {
    const sign = this.signs[this.at++];
    if (sign === undefined) return undefined;
    if (/[dDsSwW]/.test(sign)) return some(1);
    if (sign === "b" && this.signs[this.at] === "{") return this.braces() ? some(0) : undefined;
    if (/[bBAz<>]/.test(sign)) return some(0);
    if (sign === "p" || sign === "P") {
      if (this.signs[this.at] === "{") return this.braces() ? some(1) : undefined;
      this.at++;
      return some(1);
    }
    // Line breaks and numeric escapes can be any one character.
    if (/[nrtfva]/.test(sign)) return some(1);
    if (/[a-zA-Z0-9]/.test(sign)) return undefined;
    return sign;
  }

  private braces(): boolean {
    const end = this.signs.indexOf("}", this.at);
    if (end < 0) return false;
    this.at = end + 1;
    return true;
  }

  private repetition(): { least: number; once: boolean } | undefined {
    let least = 1;
    let once = true;
    for (;;) {
      const sign = this.signs[this.at];
      if (sign === "*" || sign === "?") least = 0;
      else if (sign === "{") {
        const end = this.signs.indexOf("}", this.at);
        const [, low] = /^\{(\d{0,6})(?:,\d*)?$/.exec(this.signs.slice(this.at, Math.max(end, this.at)).join("")) ?? [];
        if (low === undefined) return undefined;
        least *= Number(low);
        this.at = end;
      } else if (sign !== "+") return { least: Math.min(least, 1000), once };
      once = false;
      this.at++;
    }
  }
}

function some(shortest: number): Node {
  return { texts: [], groups: [], shortest };
}

function formulaOf({ texts, groups }: Node, ignoreCase: boolean): Formula {
  const parts: Formula[] = texts.flatMap((text) => literalsOf(text, ignoreCase)).map((text) => ({ text, ignoreCase }));
  for (const branches of groups) {
    const any = branches.map((branch) => formulaOf(branch, ignoreCase));
    if (any.every((each) => !isUnrestricted(each))) parts.push({ any });
  }
  return parts.length === 1 && parts[0] ? parts[0] : { all: parts };
}

export function isUnrestricted(formula: Formula): boolean {
  return "all" in formula && formula.all.length === 0;
}

/** Splits at line breaks, since CRLF and LF both match. Also at non-ASCII letters if case is ignored, because engines fold them differently. */
function literalsOf(text: string, ignoreCase: boolean): string[] {
  const chunks = text.split(ignoreCase ? /[\r\n\0]+|[^\0-\x7f]+/u : /[\r\n\0]+/);
  return chunks.filter((chunk) => chunk !== "").map((chunk) => [...chunk].slice(0, LONGEST_LITERAL).join(""));
}
