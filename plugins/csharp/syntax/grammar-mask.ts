/**
 * Works around syntax that the grammar lacks. We replace it with supported syntax of the same length, so that offsets remain
 * valid. The names are taken from the original text.
 */
import { stringEnd } from "../lexer/literals.ts";
import { eachToken, outermost, TOKEN } from "../lexer/tokens.ts";
import { Directives } from "../outline/directives.ts";
import { CalledTargets } from "./called-targets.ts";
import { ConditionalAssignments } from "./conditional-assignments.ts";

/** The grammar does not accept these as names. Each one comes with the tokens that follow it if it really is a keyword. */
const CONTEXTUAL = new Set(["async", "await", "required", "partial", "file", "scoped", "nint", "nuint"]);
/** After one of these, a `*` dereferences a pointer, so it is neither a product nor a pointer type. */
const BEFORE_OPERAND = new Set([
  "=",
  "(",
  ",",
  ";",
  "{",
  "}",
  "[",
  "!",
  "+",
  "-",
  "?",
  ":",
  "&",
  "|",
  "<",
  ">",
  "return",
  "ref",
  "in",
]);

/** Matches `*pointer++ = value`. Without its `*`, there could be no assignment to the left side. */
const STEPPED = /^(\*\s*@?\w+\s*)(?:\+\+|--)\s*=(?!=)/;

/**
 * Masks a file for parsing. The result has the same length as the text.
 * @param pass - Decides on the branch of every `#if`
 */
export function maskForGrammar(text: string, pass: number, isAsync = /\basync\b/.test(text)): string {
  const directives = new Directives(text, pass);
  const out = new Patches(text);
  const assignments = new ConditionalAssignments(text);
  const targets = new CalledTargets(text);
  let previous = "";
  let contextual: { start: number; end: number; before: string; plain: boolean } | undefined;
  eachToken(
    text,
    (kind, start, end) => {
      const token = kind > TOKEN.comment || kind === TOKEN.word ? text.slice(start, end) : "";
      if (contextual && kind !== TOKEN.comment) {
        const isName =
          contextual.plain ||
          contextual.before === "." ||
          !(kind === TOKEN.word || (token === "(" && contextual.before !== "."));
        if (isName) out.put(contextual.start, "_");
        contextual = undefined;
      }
      if (kind === TOKEN.comment || kind === TOKEN.directive) return out.blank(start, end);
      if (kind === TOKEN.string) maskString(text, start, end, out);
      else if (kind === TOKEN.character) out.replace(start, end, "'a'");
      else if (kind === TOKEN.word && CONTEXTUAL.has(token)) {
        contextual = { start, end, before: previous, plain: token === "await" && !isAsync };
        // The grammar accepts `partial ref struct` but not `ref partial struct`.
        const ref = token === "partial" && previous === "ref" ? text.lastIndexOf("ref", start) : -1;
        if (ref >= 0) out.blank(ref, ref + 3);
      }
      // Note that `case nameof(X):` is a call and not a pattern of the type nameof.
      else if (token === "*" && BEFORE_OPERAND.has(previous)) {
        out.blank(start, end);
        const stepped = STEPPED.exec(text.slice(start, start + 200))?.[1];
        if (stepped !== undefined) out.blank(start + stepped.length, start + stepped.length + 2);
      }
      for (const at of assignments.next(token, start)) out.blank(at, at + 1);
      const target = targets.next(token, start, previous);
      if (target) {
        const isEmpty = text.slice(target.open + 1, target.close).trim() === "";
        out.put(target.open, isEmpty ? " " : "[");
        out.put(target.close, isEmpty ? " " : "]");
      }
      previous = kind === TOKEN.word || token !== "" ? token : "literal";
    },
    0,
    text.length,
    (offset) => directives.skip(offset),
  );
  return out.text();
}

/**
 * Turns plain literals into blanks between quotes. Interpolated ones become `_(hole, hole)`, so that the code in the holes is
 * parsed.
 */
function maskString(text: string, start: number, end: number, out: Patches): void {
  const parts = { holes: [] as number[] };
  stringEnd(text, start, parts);
  const [prefix = ""] = /^[$@]*"*/.exec(text.slice(start, Math.min(end, start + 16))) ?? [];
  if (!prefix.includes("$")) {
    out.blank(start, end);
    out.put(start, '"');
    out.put(Math.max(start, end - 1), '"');
    return;
  }
  let at = start;
  for (const [from, to] of outermost(parts.holes)) {
    out.blank(at, from);
    if (at > start) out.put(at, ",");
    at = to;
  }
  out.blank(at, end);
  out.put(start, "_(");
  out.put(end - 1, ")");
}

/** A set of replacements of the same length, which are applied together. If two of them overlap, the later one takes precedence. */
class Patches {
  readonly #text: string;
  readonly #units: Uint16Array;

  constructor(text: string) {
    this.#text = text;
    this.#units = new Uint16Array(text.length);
    for (let at = 0; at < text.length; at++) {
      const c = text.charCodeAt(at);
      this.#units[at] = c > 127 && /\s/.test(text.charAt(at)) ? 32 : c;
    }
  }

  blank(start: number, end: number): void {
    this.#units.fill(32, start, end);
  }

  put(at: number, what: string): void {
    for (let index = 0; index < what.length && at + index < this.#text.length; index++)
      this.#units[at + index] = what.charCodeAt(index);
  }

  replace(start: number, end: number, what: string): void {
    this.blank(start, end);
    this.put(start, what.slice(0, end - start));
  }

  text(): string {
    return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(this.#units);
  }
}
