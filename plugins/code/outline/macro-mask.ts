/** Macros of Rust whose arguments are expressions are read as calls. */
const EXPRESSIONS =
  /^(?:assert|assert_eq|assert_ne|debug_assert|debug_assert_eq|debug_assert_ne|print|println|eprint|eprintln|format|format_args|write|writeln|panic|todo|unimplemented|unreachable|vec|dbg|matches|trace|debug|info|warn|error|log|bail|anyhow|ensure|eprintln_locked|err_message|try)$/;
const TEXTS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\[^\n]{1,8}?)'/g;

const CALL = /\b([a-z_]\w*)!\s*[([]/;

/** Makes calls of such macros, at the same length, so that the names in them have a place in the tree. */
export function maskMacros(text: string): string {
  if (!CALL.test(text)) return text;
  const plain = text.replace(TEXTS, blank);
  const changes = new Map<number, string>();
  for (const { 0: whole, 1: name = "", index } of plain.matchAll(new RegExp(CALL, "g"))) {
    const open = index + whole.length - 1;
    const close = closing(plain, open);
    if (close < 0) continue;
    const inner = plain.slice(open + 1, close);
    // At the beginning of a line it may be an item.
    const isItem = /(?:^|\n)\s*$/.test(plain.slice(Math.max(0, index - 80), index));
    if (!EXPRESSIONS.test(name) && isItem) continue;
    if (!EXPRESSIONS.test(name) && /=>|[;$#?%@]|[^=!<>]=[^=]|:[^:]|^\s*$/.test(inner)) continue;
    if (/\bif\b/.test(inner) && name === "matches") continue;
    changes
      .set(index + name.length, " ")
      .set(open, "(")
      .set(close, ")");
    // `vec![x; n]` is a list of both.
    if (name === "vec") for (const part of topLevel(inner, ";")) changes.set(open + 1 + part, ",");
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

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ("([{".includes(text[at] ?? "")) depth++;
    else if (")]}".includes(text[at] ?? "") && --depth === 0) return at;
  }
  return -1;
}

function topLevel(text: string, letter: string): number[] {
  const found: number[] = [];
  let depth = 0;
  for (const [at, each] of [...text].entries()) {
    if ("([{".includes(each)) depth++;
    else if (")]}".includes(each)) depth--;
    else if (each === letter && depth === 0) found.push(at);
  }
  return found;
}
