/**
 * Reads details from the header of a declaration, such as attributes, type, parameters and constraints. It parses the text of
 * the file on demand.
 */
import { shortSignature } from "../../../core/host/plugin-api.ts";
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { type Declaration, KIND } from "./declaration-table.ts";
import { WORD, WORDS } from "./keywords.ts";
import { MAIN, PROGRAM } from "./top-level-names.ts";

export interface Parameter {
  name: string;
  type: string;
  /** `this`, `ref`, `out`, `in`, `params` or "". */
  passing: string;
  /** `ref` or `in`, for `this ref T`. */
  reference?: string;
  optional: boolean;
}

export interface HeaderDetails {
  attributes: string[];
  /** The text before the name: the type of a field, property or method. It may be "". */
  type: string;
  /** The same with the aliases of the file replaced. It is left out if the file has no aliases. */
  aliased?: string;
  /** The `IFoo` in `void IFoo.Bar()`. */
  explicitInterface: string;
  typeParameters: string[];
  /** `in`, `out` or "" for each type parameter. */
  variances: string[];
  parameters: Parameter[];
  /** The constraints of each type parameter. */
  constraints: Map<string, string[]>;
  /** True for `{ get; set; }`, which has a backing field that can be written. */
  isAutomatic: boolean;
  /** True for `{ get; set; }` or `{ get; init; }`. */
  isSettable: boolean;
  /** A single line without attributes and body. */
  signature: string;
}

interface Token {
  kind: number;
  start: number;
  end: number;
  text: string;
}

const OPEN = new Set(["(", "[", "{", "<"]);
const CLOSE = new Set([")", "]", "}", ">"]);
const PASSING = new Set(["this", "ref", "out", "in", "params", "scoped", "readonly"]);
const MAX_SIGNATURE = 300;
const AUTOMATIC = /^\s*\{[^{}=]*\bset\s*;/;
const SETTABLE = /^\s*\{[^{}=]*\b(?:set|init)\s*;/;
const MAX_ACCESSORS = 300;
/** No real field is this long, and signatures are cut much earlier. */
const MAX_FIELD = 700;
/** The same for a header with attributes, in which strings can be long. */
const MAX_ATTRIBUTED = 8000;

/** Creates the header for top-level statements. Their class and method are generated, so there is no text to read it from. */
function madeUpHeader(kind: number): HeaderDetails {
  const isClass = kind === KIND.class;
  return {
    attributes: [],
    type: isClass ? "" : "void",
    explicitInterface: "",
    typeParameters: [],
    variances: [],
    parameters: isClass ? [] : [{ name: "args", type: "string[]", passing: "", optional: false }],
    constraints: new Map(),
    isAutomatic: false,
    isSettable: false,
    signature: isClass ? `class ${PROGRAM}` : `${MAIN}: top-level statements`,
  };
}

/** The fields of a declaration that are needed to read its header. */
export type HeaderPlace = Pick<Declaration, "kind" | "start" | "header" | "nameStart" | "nameEnd">;

export function readHeader(text: string, declaration: HeaderPlace): HeaderDetails {
  if (declaration.nameEnd === declaration.nameStart) return madeUpHeader(declaration.kind);
  const end = headerEnd(text, declaration);
  const tokens = tokensOf(text, declaration.start, end);
  const { attributes, next } = readAttributes(tokens, 0);
  const first = skipModifiers(tokens, next);
  const named = tokens.findIndex((token) => token.end > declaration.nameStart);
  const nameAt = named < 0 ? tokens.length : named;
  const before = tokens.slice(first, Math.max(first, nameAt));
  const { type, explicitInterface } = splitType(before);
  let at = tokens.findIndex((token) => token.start >= declaration.nameEnd);
  if (at < 0) at = tokens.length;
  const typeParameters: string[] = [];
  const variances: string[] = [];
  if (tokens[at]?.text === "<") {
    const end = closing(tokens, at);
    for (const part of split(tokens.slice(at + 1, end))) {
      typeParameters.push(part.at(-1)?.text ?? "");
      variances.push(/^(?:in|out)$/.exec(part.at(-2)?.text ?? "")?.[0] ?? "");
    }
    at = end + 1;
  }
  let parameters: Parameter[] = [];
  const hasList = tokens[at]?.text === "(" || (tokens[at]?.text === "[" && declaration.kind === KIND.indexer);
  if (hasList) {
    const end = closing(tokens, at);
    parameters = split(tokens.slice(at + 1, end)).map(readParameter);
    at = end + 1;
  }
  const accessors = declaration.kind === KIND.property ? text.slice(end, end + MAX_ACCESSORS) : "";
  return {
    attributes,
    type: declarators(type, declaration),
    explicitInterface,
    typeParameters,
    variances,
    parameters,
    constraints: readConstraints(tokens.slice(at)),
    isAutomatic: AUTOMATIC.test(accessors),
    isSettable: SETTABLE.test(accessors),
    signature: signatureOf(tokens.slice(next), declaration, text.slice(declaration.nameStart, declaration.nameEnd)),
  };
}

/** Limits the length of a header. Thousands of declarators may share it, and it is read again for each of them. */
function headerEnd(text: string, { kind, start, header, nameEnd }: HeaderPlace): number {
  const end = Math.max(header, nameEnd);
  const most = text.charAt(start) === "[" ? MAX_ATTRIBUTED : MAX_FIELD;
  return kind === KIND.field || kind === KIND.event ? Math.min(end, start + most) : end;
}

function tokensOf(text: string, from: number, to: number): Token[] {
  const tokens: Token[] = [];
  eachToken(
    text,
    (kind, start, end) => {
      if (kind !== TOKEN.comment && kind !== TOKEN.directive)
        tokens.push({ kind, start, end, text: text.slice(start, end) });
    },
    from,
    to,
  );
  return tokens;
}

function readAttributes(tokens: Token[], from: number): { attributes: string[]; next: number } {
  const attributes: string[] = [];
  let at = from;
  while (tokens[at]?.text === "[") {
    const end = closing(tokens, at);
    const parts = split(tokens.slice(at + 1, end));
    // In `[field: A, B]`, both attributes have the target.
    const target = parts[0]?.[1]?.text === ":" ? `${parts[0][0]!.text}: ` : "";
    for (const [index, part] of parts.entries())
      attributes.push(`${index > 0 ? target : ""}${joined(part)}`.slice(0, 200));
    at = end + 1;
  }
  return { attributes, next: at };
}

function skipModifiers(tokens: Token[], from: number): number {
  let at = from;
  for (; at < tokens.length; at++) {
    const kind = WORDS.get(tokens[at]!.text)?.kind;
    const modifier =
      kind === WORD.modifier ||
      kind === WORD.const ||
      (kind === WORD.softModifier && tokens[at + 1]?.kind === TOKEN.word);
    const keyword = kind !== undefined && ((kind >= WORD.class && kind <= WORD.namespace) || kind === WORD.event);
    const delegate = kind === WORD.delegate && tokens[at + 1]?.text !== "*";
    if (!modifier && !keyword && !delegate) break;
  }
  return at;
}

/** Splits text like `int IFoo.` into a type and an interface. */
function splitType(tokens: Token[]): { type: string; explicitInterface: string } {
  if (tokens.at(-1)?.text !== ".")
    return { type: joined(tokens.filter((token) => token.text !== "~")), explicitInterface: "" };
  let at = tokens.length - 2;
  for (let depth = 0; at > 0; at--) {
    const { text } = tokens[at]!;
    if (text === ">") depth++;
    else if (text === "<") depth--;
    else if (depth === 0 && tokens[at]!.kind === TOKEN.word && tokens[at - 1]?.text !== ".") break;
  }
  return { type: joined(tokens.slice(0, at)), explicitInterface: joined(tokens.slice(at, -1)) };
}

/** For `b` in `int a = 1, b`, the type is the text before `a`. */
function declarators(type: string, declaration: HeaderPlace): string {
  if (declaration.kind !== KIND.field && declaration.kind !== KIND.event) return type;
  let depth = 0;
  for (let at = 0; at < type.length; at++) {
    const c = type[at]!;
    if (OPEN.has(c)) depth++;
    else if (CLOSE.has(c)) depth--;
    else if (depth === 0 && (c === "=" || c === ",")) return type.slice(0, at).replace(/\s*\w+\s*$/, "");
  }
  return type;
}

function readParameter(all: Token[]): Parameter {
  const { next } = readAttributes(all, 0);
  let tokens = all.slice(next);
  const words: string[] = [];
  while (tokens.length > 0 && PASSING.has(tokens[0]!.text)) {
    if (tokens[0]!.text !== "scoped" && tokens[0]!.text !== "readonly") words.push(tokens[0]!.text);
    tokens = tokens.slice(1);
  }
  // `this` can be before or after the other word: `ref this`, `this ref`.
  const [passing = "", reference] = [...words].sort((a, b) => Number(b === "this") - Number(a === "this"));
  const value = topLevel(tokens, "=");
  const declared = value < 0 ? tokens : tokens.slice(0, value);
  const name = declared.at(-1);
  return {
    name: name?.text.replace(/^@/, "") ?? "",
    type: joined(declared.slice(0, -1)),
    passing,
    ...(reference === undefined ? {} : { reference }),
    optional: value >= 0,
  };
}

function readConstraints(tokens: Token[]): Map<string, string[]> {
  const constraints = new Map<string, string[]>();
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]!.text !== "where" || tokens[at + 2]?.text !== ":") continue;
    let end = at + 3;
    while (end < tokens.length && tokens[end]!.text !== "where") end++;
    constraints.set(tokens[at + 1]!.text, split(tokens.slice(at + 3, end)).map(joined));
    at = end - 1;
  }
  return constraints;
}

function signatureOf(tokens: Token[], declaration: HeaderPlace, name: string): string {
  const end =
    declaration.kind === KIND.field ? tokens.findIndex((token) => token.end >= declaration.nameEnd) + 1 : tokens.length;
  return shortSignature(joined(end > 0 ? tokens.slice(0, end) : tokens), name, MAX_SIGNATURE);
}

/** Returns the index of the token that closes the bracket at `open`, or of the last token if it is never closed. */
function closing(tokens: Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const { text } = tokens[at]!;
    if (OPEN.has(text)) depth++;
    else if (CLOSE.has(text) && tokens[at - 1]?.text !== "=" && --depth === 0) return at;
  }
  return tokens.length;
}

function split(tokens: Token[]): Token[][] {
  const parts: Token[][] = [];
  let part: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (OPEN.has(token.text)) depth++;
    else if (CLOSE.has(token.text)) depth--;
    if (token.text === "," && depth === 0) {
      parts.push(part);
      part = [];
    } else part.push(token);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

function topLevel(tokens: Token[], text: string): number {
  let depth = 0;
  return tokens.findIndex((token) => {
    if (OPEN.has(token.text)) depth++;
    else if (CLOSE.has(token.text)) depth--;
    return depth === 0 && token.text === text;
  });
}

/** Joins tokens with the usual spaces, for example `Dictionary<int, string> Make(int a = 1)`. */
function joined(tokens: readonly Token[]): string {
  let text = "";
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    if (before && needsSpace(before, token)) text += " ";
    text += token.text;
  });
  return text;
}

function needsSpace(before: Token, token: Token): boolean {
  if (before.text === ",") return true;
  const tight = before.end === token.start;
  if (tight) return false;
  if (isWordLike(before) && isWordLike(token)) return true;
  if (before.text === "(" || token.text === ")" || token.text === "," || token.text === "(") return false;
  return !/^[.<>[\]?]$/.test(token.text) && !/^[.<[]$/.test(before.text);
}

function isWordLike(token: Token): boolean {
  return token.kind === TOKEN.word || token.kind === TOKEN.number || token.kind === TOKEN.string;
}
