/** Finds everything in a file that might be a use: the name itself, other words for it, and names in a `cref`. */
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { KIND } from "../outline/declaration-table.ts";
import type { SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import type { Targets } from "./related-members.ts";

const SUFFIX = "Attribute";
const CREF = /\bcref\s*=\s*(["'])([^"'<>\r\n]*)\1/g;
const NAME = /@?([\p{L}_][\p{L}\p{N}_]*)/gu;

export interface CandidateToken {
  offset: number;
  /** `initializer` is the `base` or `this` of a constructor, and `text` a word in comments or strings. */
  as: "name" | "alias" | "attribute" | "initializer" | "cref" | "text";
  word: string;
  /** The value of the attribute that contains the name. */
  cref?: { start: number; value: string };
}

/** Words other than its name that can refer to a target. */
export interface OtherWords {
  /** `Foo` if the class is `FooAttribute`, and "" otherwise. */
  attribute: string;
  aliases: ReadonlySet<string>;
  /** True if there are constructors among the targets, which `base(…)` and `this(…)` might call. */
  initializers: boolean;
}

export function otherWords(model: SemanticModel, file: SourceFile, targets: Targets, name: string): OtherWords {
  const constructors = targets.members.filter(({ declaration }) => declaration.kind === KIND.constructor);
  const isType =
    targets.types.size > 0 || constructors.length > 0 || (targets.external !== undefined && !targets.external.owners);
  const owners = new Set([...targets.types, ...constructors.map(({ owner }) => owner.key)]);
  const aliases = new Set<string>();
  if (isType) {
    for (const each of file.imports) {
      const { alias } = each;
      if (alias === "" || alias === name) continue;
      const type = model.names.importedType(each, file);
      if (type.is === "type" ? owners.has(type.type.key) : type.is === "external" && namesTarget(each.target, targets))
        aliases.add(alias);
    }
  }
  return {
    attribute: isType && name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : "",
    aliases,
    initializers: constructors.length > 0,
  };
}

/** Returns true if the alias means the external target type. */
function namesTarget(target: string, { external }: Targets): boolean {
  if (!external || external.owners) return false;
  const plain = target.replace(/^global::/, "").replace(/\s+/g, "");
  return plain === external.name || external.namespaces.some((namespace) => plain === `${namespace}.${external.name}`);
}

/** The positions of words in a file, which a single pass finds. */
export interface FileWords {
  code: ReadonlyMap<string, readonly number[]>;
  /** Every `base` or `this` after a colon. */
  initializers: readonly { offset: number; word: string }[];
  crefs: ReadonlyMap<string, readonly CandidateToken[]>;
  /** Comments and strings that contain the name. It is empty unless text is searched as well. */
  texts: readonly [start: number, end: number][];
}

/** @param others aren't names of targets, so they only count in code */
export function wordsOf(text: string, names: ReadonlySet<string>, others: ReadonlySet<string>): FileWords {
  const code = new Map<string, number[]>();
  const initializers: { offset: number; word: string }[] = [];
  const crefs = new Map<string, CandidateToken[]>();
  const texts: [number, number][] = [];
  const all = [...names, ...others];
  // Lengths and first characters are compared before any string is allocated.
  const shapes = new Set(all.map((word) => shapeOf(word.length, word.charCodeAt(0))));
  const [only] = names.size === 1 ? names : [];
  let previous = 0;
  eachToken(text, (kind, start, end) => {
    if (kind === TOKEN.comment || kind === TOKEN.string) {
      const written = text.slice(start, end);
      if (!written.includes(only ?? "cref")) return;
      if (only !== undefined) texts.push([start, end]);
      if (kind !== TOKEN.comment || !/^\/(?:\/\/|\*\*)/.test(written)) return;
      for (const found of namesInCrefs(written, names, start)) add(crefs, found.word, found);
      return;
    }
    if (kind === TOKEN.word) {
      const from = text.charCodeAt(start) === 64 ? start + 1 : start;
      if (shapes.has(shapeOf(end - from, text.charCodeAt(from)))) {
        const word = text.slice(from, end);
        if (names.has(word) || others.has(word)) add(code, word, from);
      }
      if (previous === 58 && from === start && end - from === 4 && /^(?:base|this)$/.test(text.slice(from, end)))
        initializers.push({ offset: from, word: text.slice(from, end) });
    }
    previous = kind;
  });
  return { code, initializers, crefs, texts };
}

/**
 * Returns all candidates in a file in the order of the text.
 * @param includeText - Whether to look at comments and strings as well
 */
export function candidatesIn(text: string, name: string, other: OtherWords, includeText: boolean): CandidateToken[] {
  const { attribute, aliases } = other;
  const words = wordsOf(text, new Set([name]), new Set(attribute === "" ? aliases : [attribute, ...aliases]));
  const found = candidatesOf(words, name, other);
  if (includeText) {
    const crefs = new Set(words.crefs.get(name)?.map(({ offset }) => offset));
    for (const [start, end] of words.texts)
      for (const offset of wordsIn(text, name, start, end))
        if (!crefs.has(offset)) found.push({ offset, as: "text", word: name });
  }
  return inOrder(found);
}

/** Does the same for one name among the words of a file. */
export function candidatesAmong(words: FileWords, name: string, other: OtherWords): CandidateToken[] {
  return inOrder(candidatesOf(words, name, other));
}

function candidatesOf(
  { code, initializers, crefs }: FileWords,
  name: string,
  { attribute, aliases, initializers: hasInitializers }: OtherWords,
): CandidateToken[] {
  const as = (word: string, how: CandidateToken["as"]) =>
    (code.get(word) ?? []).map((offset): CandidateToken => ({ offset, as: how, word }));
  const found = [...as(name, "name"), ...(crefs.get(name) ?? [])];
  if (attribute !== "") found.push(...as(attribute, "attribute"));
  for (const alias of aliases) if (alias !== attribute) found.push(...as(alias, "alias"));
  if (hasInitializers) for (const each of initializers) found.push({ ...each, as: "initializer" });
  return found;
}

/** Sorts candidates by offset, because code in an interpolated string is found after the string itself. */
function inOrder(found: CandidateToken[]): CandidateToken[] {
  return found.sort((a, b) => a.offset - b.offset);
}

function shapeOf(length: number, first: number): number {
  return length * 65_536 + first;
}

function add<Item>(map: Map<string, Item[]>, word: string, item: Item): void {
  const list = map.get(word);
  if (list) list.push(item);
  else map.set(word, [item]);
}

function namesInCrefs(comment: string, names: ReadonlySet<string>, from: number): CandidateToken[] {
  const found: CandidateToken[] = [];
  for (const cref of comment.matchAll(CREF)) {
    const value = cref[2] ?? "";
    const start = from + cref.index + cref[0].length - 1 - value.length;
    for (const word of value.matchAll(NAME)) {
      const name = word[1] ?? "";
      if (!names.has(name)) continue;
      const offset = start + word.index + word[0].length - name.length;
      found.push({ offset, as: "cref", word: name, cref: { start, value } });
    }
  }
  return found;
}

function wordsIn(text: string, name: string, from: number, to: number): number[] {
  const found: number[] = [];
  const isWord = (at: number) => /[\p{L}\p{N}_]/u.test(text[at] ?? "");
  for (let at = text.indexOf(name, from); at >= 0 && at < to; at = text.indexOf(name, at + 1)) {
    if (!isWord(at - 1) && !isWord(at + name.length)) found.push(at);
  }
  return found;
}
