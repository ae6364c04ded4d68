/** Finds the declarations whose names are arguments of macros that the same file defines. */
import { TYPE_WORDS } from "./c-attributes.ts";
import { argumentsOf, type Define, type Defines, isHeadMacro } from "./c-defines.ts";
import { pairsOf, type Token } from "./c-tokens.ts";

export interface MadeName {
  kind: "enumMember" | "function" | "variable" | "struct" | "class" | "enum" | "type" | "constant";
  name: Token;
  /** The range of the macro's use. */
  start: number;
  end: number;
}

const TAGS: Readonly<Record<string, MadeName["kind"]>> = {
  struct: "struct",
  union: "struct",
  class: "class",
  enum: "enum",
};
const TYPES =
  /^(?:void|bool|char|int|float|double|long|short|unsigned|signed|auto|const|wchar_t|char8_t|char16_t|char32_t|_Bool|[*&>])$/;
/** Something like `int f(`. Most macros contain no such thing, and are not examined. */
const BEFORE_NAME = /[\w*&>}]\s+\*?[A-Za-z_]\w*\s*(?:[([;,{]|=[^=]|$)/;
const MAX_DEPTH = 12;
/** Comments, strings and directives. */
const NOT_CODE = /\/\*[\s\S]*?\*\/|\/\/(?:[^\\\n]|\\[\s\S])*|"(?:\\[\s\S]|[^"\\\n])*"|^[ \t]*#(?:[^\\\n]|\\[\s\S])*/;
/** The number of characters that are read for long uses in a file, in which thousands of brackets may be open. */
const MAX_REREAD = 4_000_000;
/** A shorter list may be anything. */
const SHORTEST_LIST = 3;

/** Returns the enumerators in the body of an enum, or undefined if it contains no macro that the file defines. */
export function madeEnumerators(defines: Defines, start: number, end: number): Token[] | undefined {
  if (defines.all.length === 0) return undefined;
  const tokens = defines.tokens(start, end);
  if (!tokens.some(({ kind, text }) => kind === "name" && defines.has(text))) return undefined;
  return enumeratorsOf(tokens, defines, undefined, 0);
}

/** `site` is the place of the outermost macro, if the tokens are the expansion of one. */
function enumeratorsOf(tokens: readonly Token[], defines: Defines, site: number | undefined, depth: number): Token[] {
  const pairs = pairsOf(tokens);
  const found: Token[] = [];
  let isStart = true;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) break;
    const close = pairs[at] ?? -1;
    if (token.text === "," || token.kind === "directive") isStart = true;
    else if (close > at) at = close;
    else if (isStart && token.kind === "name") {
      isStart = false;
      const isCall = tokens[at + 1]?.text === "(";
      const last = isCall ? Math.max(at, pairs[at + 1] ?? -1) : at;
      const use = tokens.slice(at, last + 1);
      const define = depth < MAX_DEPTH ? defines.at(token.text, site ?? token.start) : undefined;
      const isUse = define && (define.parameters !== undefined) === isCall;
      const expanded = isUse ? defines.expand(define, use) : undefined;
      if (expanded && (isCall || expanded.length > 0))
        found.push(...enumeratorsOf(expanded, defines, site ?? token.start, depth + 1));
      else if (!isCall) found.push(token);
      else if (argumentsOf(use)?.[0]?.length === 1 && use[2]?.kind === "name") found.push(use[2]);
      isStart = isCall || expanded !== undefined;
      at = last;
    } else isStart = false;
  }
  return found;
}

/** Returns the names that uses of macros outside of enums declare, such as f in `HANDLER(f) { … }`. */
export function madeNames(defines: Defines): MadeName[] {
  const { text, all } = defines;
  const makers = new Set(all.filter((each) => makesNames(defines, each)).map(({ name }) => name));
  for (const { 1: head = "" } of text.matchAll(/([A-Z]+_HEAD)\(/g)) if (isHeadMacro(head)) makers.add(head);
  if (makers.size === 0) return [];
  let left = MAX_REREAD;
  const mayRead = (length: number) => {
    left -= length;
    return left > 0;
  };
  const found: MadeName[] = [];
  const wanted = new RegExp(`${NOT_CODE.source}|\\b(${[...makers].join("|")})(?=\\s*\\()`, "gm");
  for (const { index, 1: name } of text.matchAll(wanted)) {
    const define = name === undefined ? undefined : defines.at(name, index);
    const use = define && macroUseAt(defines, index, mayRead);
    const expanded = use && defines.expand(define, use.tokens);
    for (const each of expanded ? declaredIn(expanded) : [])
      if (use && each.name.start > index && each.name.end <= use.end)
        found.push({ ...each, start: index, end: use.end });
  }
  return found;
}

/**
 * Returns the tokens of a macro's use, and the end of the semicolon or block after it. Most uses are short, so more of the text is
 * only read if a bracket is still open, and if `mayRead` agrees.
 */
function macroUseAt(
  defines: Defines,
  start: number,
  mayRead: (length: number) => boolean,
): { tokens: Token[]; end: number } | undefined {
  for (const length of [400, 4000, 40_000]) {
    if (length > 400 && !mayRead(length)) return undefined;
    const tokens = defines.tokens(start, Math.min(start + length, defines.text.length));
    const pairs = pairsOf(tokens);
    const last = pairs[1] ?? -1;
    const follower = tokens[last + 1];
    const block = follower?.text === "{" ? (pairs[last + 1] ?? -1) : -1;
    const isWhole = last > 0 && follower && (follower.text !== "{" || block > 0);
    if (!isWhole && start + length < defines.text.length) continue;
    if (last < 0 || follower?.text === "(") return undefined;
    const end = tokens[block > 0 ? block : follower?.text === ";" ? last + 1 : last]?.end ?? start;
    return { tokens: tokens.slice(0, last + 1), end };
  }
  return undefined;
}

/** Returns true for a macro that declares one of its parameters. */
function makesNames(defines: Defines, define: Define): boolean {
  if (!define.parameters?.length || !BEFORE_NAME.test(defines.text.slice(define.bodyStart, define.end))) return false;
  const body = defines.body(define);
  const names = new Set(define.parameters);
  return declaredIn(body).some(({ name }) => names.has(name.text));
}

/** Returns the names that statements outside of functions declare. */
function declaredIn(tokens: readonly Token[]): Pick<MadeName, "kind" | "name">[] {
  const pairs = pairsOf(tokens);
  const found: Pick<MadeName, "kind" | "name">[] = [];
  let isStart = true;
  let isType = false;
  let isTypedef = false;
  const text = (at: number) => tokens[at]?.text ?? "";
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) break;
    const close = pairs[at] ?? -1;
    if (token.text === ";") {
      isStart = true;
      isType = isTypedef = false;
    } else if (close > at) {
      at = close;
      isStart = token.text === "{" && !isType;
      if (token.text === "(") isType = false;
    } else if (token.text === "=") while (at + 1 < tokens.length && text(at + 1) !== ";") at++;
    else if (token.text === "typedef") isTypedef = true;
    else if (Object.hasOwn(TAGS, token.text)) {
      const name = tokens[at + 1];
      const kind = TAGS[token.text];
      if (kind && name?.kind === "name" && text(at + 2) === "{") found.push({ kind, name });
      if (name?.kind === "name") at++;
      isType = true;
    } else if (token.kind === "name" && isType && isDeclared(text(at - 1), text(at + 1), text(at + 2))) {
      const kind = isTypedef ? "type" : text(at + 1) === "(" ? "function" : "variable";
      found.push({ kind, name: token });
    } else if (TYPES.test(token.text) || (token.kind === "name" && (isStart || isType))) isType = true;
    else if (
      token.kind === "word" &&
      !/^(?:static|inline|extern|volatile|register|constexpr|__inline|__inline__)$/.test(token.text)
    )
      isType = false;
    if (!/^[;{})]$/.test(text(at)) && !/^(?:static|inline|extern|constexpr)$/.test(text(at))) isStart = false;
  }
  return found;
}

function isDeclared(before: string, after: string, second: string): boolean {
  return /^(?:[\w$]+|[*&>}])$/.test(before) && /^[(=;[,]?$/.test(after) && !(after === "=" && second === "=");
}

const STATIC_MACRO = /^static\s+(?:inline\s+)?([A-Z][A-Z0-9_]+)\(([^()\n]*)\)[ \t]*(?:;|\/[/*]|\r?$)/m;

/**
 * Returns the names that macros of headers declare after `static`, as in `static PATH_FUNC(path_of_log, "log")`. The declaration has
 * no other name, so it is the first argument that the rest of the file uses.
 */
export function staticNames(defines: Defines): MadeName[] {
  const { text } = defines;
  if (!STATIC_MACRO.test(text)) return [];
  const found: MadeName[] = [];
  for (const { index: start, 0: whole, 1: macro, 2: list = "" } of text.matchAll(
    new RegExp(`${NOT_CODE.source}|${STATIC_MACRO.source}`, "gm"),
  )) {
    if (macro === undefined || defines.has(macro) || (isHeadMacro(macro) && list.includes(","))) continue;
    const end = start + whole.lastIndexOf(")") + 1;
    for (const { 0: name, index } of list.matchAll(/(?<=^\s*|,\s*)[a-z_]\w*(?=\s*(?:,|$))/g)) {
      const used = new RegExp(`\\b${name}\\b(\\s*\\()?`).exec(text.slice(end));
      if (!used || TYPE_WORDS.has(name) || name.endsWith("_t")) continue;
      const nameStart = start + whole.indexOf("(") + 1 + index;
      const token: Token = { kind: "name", start: nameStart, end: nameStart + name.length, text: name };
      found.push({ kind: used[1] === undefined ? "variable" : "function", name: token, start, end });
      break;
    }
  }
  return found;
}

/**
 * Returns the names in a file that only contains a list for other files to include, such as `OPCODE(ADD, 2)` in each
 * line.
 */
export function listedNames(defines: Defines): MadeName[] {
  const tokens = defines.tokens(0, defines.text.length);
  const pairs = pairsOf(tokens);
  const found: MadeName[] = [];
  const names = new Set<string>();
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind === "directive") {
      if (/^#\s*include/.test(token.text)) return [];
      continue;
    }
    const last = pairs[at + 1] ?? -1;
    const name = tokens[at + 2];
    if (token?.kind !== "name" || tokens[at + 1]?.text !== "(" || last < 0 || name?.kind !== "name") return [];
    if (!/^[,)]$/.test(tokens[at + 3]?.text ?? "") || names.has(name.text)) return [];
    names.add(name.text);
    found.push({ kind: "constant", name, start: token.start, end: tokens[last]?.end ?? name.end });
    at = last;
  }
  return found.length < SHORTEST_LIST ? [] : found;
}
