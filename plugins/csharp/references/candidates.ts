/** The places of a file that may be uses of the targets: words of the name, other words that mean it, names in `cref`. */
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { KIND } from "../outline/symbols.ts";
import type { Model } from "./model.ts";
import type { SourceFile } from "./source-file.ts";
import type { Targets } from "./targets.ts";

const SUFFIX = "Attribute";
const CREF = /\bcref\s*=\s*(["'])([^"'<>\r\n]*)\1/g;
const NAME = /@?([\p{L}_][\p{L}\p{N}_]*)/gu;

export interface Candidate {
  offset: number;
  /** A name of the code, another word that stands for it, `base` or `this` before a constructor's body, a name in `cref`, a word of text. */
  as: "name" | "alias" | "attribute" | "initializer" | "cref" | "text";
  word: string;
  /** Of a `cref`: where its value begins, and the value. */
  cref?: { start: number; value: string };
}

/** Words beside the name that may mean a target in a file. */
export interface OtherWords {
  /** `Foo` of `FooAttribute`, "" for none. */
  attribute: string;
  aliases: ReadonlySet<string>;
  /** Constructors are asked for: `base(…)` and `this(…)` call them. */
  initializers: boolean;
}

export function otherWords(model: Model, file: SourceFile, targets: Targets, name: string): OtherWords {
  const constructors = targets.members.filter(({ declaration }) => declaration.kind === KIND.constructor);
  const isType = targets.types.size > 0 || constructors.length > 0 || targets.outside !== undefined;
  const owners = new Set([...targets.types, ...constructors.map(({ owner }) => owner.key)]);
  const aliases = new Set<string>();
  if (isType) {
    for (const each of file.imports) {
      const { alias } = each;
      if (alias === "" || alias === name) continue;
      const type = model.names.imported(each, file);
      if (type.is === "type" && owners.has(type.type.key)) aliases.add(alias);
    }
  }
  return {
    attribute: isType && name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : "",
    aliases,
    initializers: constructors.length > 0,
  };
}

/** In the order of the text. */
export function candidatesIn(text: string, name: string, other: OtherWords, includeText: boolean): Candidate[] {
  const found: Candidate[] = [];
  let previous = 0;
  eachToken(text, (kind, start, end) => {
    if (kind === TOKEN.comment || kind === TOKEN.string) {
      const hasName = text.slice(start, end).includes(name);
      if (!hasName) return;
      const isDocumentation = kind === TOKEN.comment && /^\/(?:\/\/|\*\*)/.test(text.slice(start, start + 3));
      const crefs = isDocumentation ? namesInCrefs(text, name, start, end) : [];
      found.push(...crefs);
      if (!includeText) return;
      for (const offset of wordsIn(text, name, start, end))
        if (!crefs.some((cref) => cref.offset === offset)) found.push({ offset, as: "text", word: name });
      return;
    }
    if (kind === TOKEN.word) {
      const from = text.charCodeAt(start) === 64 ? start + 1 : start;
      const length = end - from;
      const is = (word: string) => length === word.length && text.startsWith(word, from);
      if (is(name)) found.push({ offset: from, as: "name", word: name });
      else if (other.attribute !== "" && is(other.attribute))
        found.push({ offset: from, as: "attribute", word: other.attribute });
      else if (other.initializers && previous === 58 && from === start && (is("base") || is("this")))
        found.push({ offset: from, as: "initializer", word: text.slice(from, end) });
      else if (other.aliases.size > 0 && other.aliases.has(text.slice(from, end)))
        found.push({ offset: from, as: "alias", word: text.slice(from, end) });
    }
    previous = kind;
  });
  // Code in the holes of a string comes behind it.
  return found.sort((a, b) => a.offset - b.offset);
}

function namesInCrefs(text: string, name: string, from: number, to: number): Candidate[] {
  const found: Candidate[] = [];
  const comment = text.slice(from, to);
  for (const cref of comment.matchAll(CREF)) {
    const value = cref[2]!;
    const start = from + cref.index + cref[0].length - 1 - value.length;
    for (const word of value.matchAll(NAME)) {
      if (word[1] !== name) continue;
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
