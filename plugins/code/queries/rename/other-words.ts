/** Finds a word outside the names in a file, that is, in comments, strings and code that no grammar can read. */
import type { LightNode } from "../../grammar/light-tree.ts";
import { languageOf } from "../../outline/languages.ts";
import type { Resolver } from "../../uses/resolver.ts";
import type { ScopedFile } from "../../uses/scoped-file.ts";
import { canName } from "../../uses/uses-languages.ts";
import { noteAt, type RenameNote } from "./rename-plan.ts";

const NO_CODE = /comment|string|char|text|regex|heredoc|label|lifetime|include|package|path/;
const MAX_TEXTS = 200;

export interface OtherWords {
  texts: RenameNote[];
  /** Places in code that was not understood. */
  unknown: RenameNote[];
}

export async function otherWords(name: string, language: string, resolver: Resolver): Promise<OtherWords> {
  const found: OtherWords = { texts: [], unknown: [] };
  for (const path of resolver.filesWith(name)) {
    if (!canName(languageOf(path)?.id ?? "", language)) continue;
    const file = await resolver.file(path);
    if (!file) continue;
    const known = new Set(file.named(name).map(({ start }) => start));
    for (const start of wordsIn(file.text, name)) {
      if (known.has(start)) continue;
      const inner = innermost(file, start, start + name.length);
      // A grammar can leave out words, such as a name that is a keyword in other places.
      if (!NO_CODE.test(inner.type)) found.unknown.push(noteAt(file, start, "is not supported here"));
      else if (found.texts.length < MAX_TEXTS)
        found.texts.push(noteAt(file, start, "a comment or string contains the word"));
    }
  }
  return found;
}

function* wordsIn(text: string, name: string): Generator<number> {
  for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + name.length))
    if (!isWordUnit(text[start - 1]) && !isWordUnit(text[start + name.length])) yield start;
}

function isWordUnit(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{L}\p{N}_$]/u.test(unit);
}

function innermost(file: ScopedFile, start: number, end: number): LightNode {
  let at: LightNode = file.root;
  for (
    let inner: LightNode | undefined = at;
    inner;
    inner = at.children.find((each) => each.start <= start && end <= each.end)
  )
    at = inner;
  return at;
}
