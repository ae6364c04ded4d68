/**
 * Finds the words that a C or C++ file uses as attributes, such as `hidden` in `int hidden f(void) {`. A header defines most of
 * them as empty or as `__attribute__((…))`.
 */
import type { Token } from "./c-tokens.ts";

/** Words that can end a type. A name between one of them and the name of a function is an attribute. */
export const TYPE_WORDS: ReadonlySet<string> = new Set(
  "void bool char int float double long short unsigned signed auto wchar_t char8_t char16_t char32_t _Bool".split(" "),
);

const EMPTY_DEFINE =
  /^#\s*define\s+([\p{L}_$][\p{L}\p{N}_$]*)(?:\s+__attribute(?:__)?\s*\(\([^;{]*\)\)|\s+__declspec\s*\([^;{]*\))?\s*(?:\/[/*].*)?$/su;

/** `pairs` maps the index of each bracket to its matching bracket. */
export function attributeWords(tokens: readonly Token[], pairs: Int32Array): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === "name" && isAttribute(tokens, pairs, at)) found.add(text);
    const defined = kind === "directive" ? EMPTY_DEFINE.exec(text)?.[1] : undefined;
    if (defined !== undefined) found.add(defined);
  }
  return found;
}

function isAttribute(tokens: readonly Token[], pairs: Int32Array, at: number): boolean {
  const before = tokens[at - 1]?.text ?? "";
  if (!TYPE_WORDS.has(before) && before !== "*") return false;
  const name = afterDirectives(tokens, at + 1);
  const { kind, text = "" } = tokens[name] ?? {};
  // In `int a ALIGNED(4);`, the name comes first.
  return kind === "name" && !/^[A-Z][A-Z0-9_]*$/.test(text) && startsFunction(tokens, pairs, name);
}

export function afterDirectives(tokens: readonly Token[], at: number): number {
  let index = at;
  while (tokens[index]?.kind === "directive") index++;
  return index;
}

/** Returns true if parameters follow the name at `name`, and then a body, a semicolon or the parameters of K&R. */
export function startsFunction(tokens: readonly Token[], pairs: Int32Array, name: number): boolean {
  const open = name + 1;
  const close = tokens[open]?.text === "(" ? (pairs[open] ?? -1) : -1;
  const after = close > open ? tokens[close + 1] : undefined;
  if (after?.text === "{") return true;
  // A number or a name in brackets is the argument of an attribute, as in `int a aligned(8);`.
  const isArgument = close === open + 2 && tokens[open + 1]?.text !== "void" && after?.text === ";";
  return !isArgument && after !== undefined && (/^(?:name|word|directive)$/.test(after.kind) || after.text === ";");
}
