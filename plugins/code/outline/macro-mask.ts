/** Rust macros whose arguments are expressions. They are parsed like calls. */
const EXPRESSIONS =
  /^(?:assert|assert_eq|assert_ne|debug_assert|debug_assert_eq|debug_assert_ne|print|println|eprint|eprintln|format|format_args|write|writeln|panic|todo|unimplemented|unreachable|vec|dbg|matches|trace|debug|info|warn|error|log|bail|anyhow|ensure|eprintln_locked|err_message|try)$/;
const TEXTS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\[^\n]{1,8}?)'/g;

const CALL = /\b([a-z_]\w*)!\s*[([]/;

/** Matches a variable called raw, which the grammar would take for the start of `&raw const`. */
const RAW = /&raw\b(?!\s+(?:const|mut)\b)/g;

/**
 * If the arguments of an unknown macro are longer than this, they are not examined, because nested macros would be read
 * once per level.
 */
const LONGEST_ARGUMENTS = 10_000;

/** Converts such macros to calls of the same length, so that the names in them become part of the tree. */
export function maskMacros(text: string): string {
  return maskCalls(text.replace(RAW, "&rAw"));
}

function maskCalls(text: string): string {
  if (!CALL.test(text)) return text;
  const plain = text.replace(TEXTS, blank);
  const brackets = matchBrackets(plain);
  const changes = new Map<number, string>();
  for (const { 0: whole, 1: name = "", index } of plain.matchAll(new RegExp(CALL, "g"))) {
    const open = index + whole.length - 1;
    const bracket = brackets.get(open);
    if (!bracket) continue;
    if (!hasExpressions(name, plain, index, open + 1, bracket.close)) continue;
    changes
      .set(index + name.length, " ")
      .set(open, "(")
      .set(bracket.close, ")");
    // `vec![x; n]` becomes a list of both.
    if (name === "vec") for (const at of bracket.semicolons) changes.set(at, ",");
  }
  const parts: string[] = [];
  let from = 0;
  for (const [at, letter] of [...changes].sort(([a], [b]) => a - b)) {
    parts.push(text.slice(from, at), letter);
    from = at + 1;
  }
  return parts.join("") + text.slice(from);
}

function blank(part: string): string {
  return part.includes("\n") ? part.replace(/[^\n]/g, " ") : " ".repeat(part.length);
}

/** Returns true if the arguments from `start` to `end` are expressions. */
function hasExpressions(name: string, plain: string, index: number, start: number, end: number): boolean {
  const isKnown = EXPRESSIONS.test(name);
  if (isKnown && name !== "matches") return true;
  if (end - start > LONGEST_ARGUMENTS) return false;
  const inner = plain.slice(start, end);
  if (isKnown) return !/\bif\b/.test(inner);
  // At the start of a line, it may be an item.
  if (/(?:^|\n)\s*$/.test(plain.slice(Math.max(0, index - 80), index))) return false;
  return !/=>|[;$#?%@]|[^=!<>]=[^=]|:[^:]|^\s*$/.test(inner);
}

interface Bracket {
  close: number;
  /** The offsets of semicolons directly inside. */
  semicolons: number[];
}

const OPENING = { round: 0x28, square: 0x5b, curly: 0x7b };
const CLOSING = { round: 0x29, square: 0x5d, curly: 0x7d };
const SEMICOLON = 0x3b;

/** Returns the pairs of brackets, keyed by the offset of the opening bracket. */
function matchBrackets(text: string): Map<number, Bracket> {
  const found = new Map<number, Bracket>();
  const stack: { open: number; semicolons: number[] }[] = [];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case OPENING.round:
      case OPENING.square:
      case OPENING.curly:
        stack.push({ open: at, semicolons: [] });
        break;
      case CLOSING.round:
      case CLOSING.square:
      case CLOSING.curly: {
        const last = stack.pop();
        if (last) found.set(last.open, { close: at, semicolons: last.semicolons });
        break;
      }
      case SEMICOLON:
        stack.at(-1)?.semicolons.push(at);
    }
  }
  return found;
}
