/** Parses types in the form that they have in code. */
import { splitTop } from "../text/split-top.ts";

export interface WrittenType {
  /** The segments of the name. For example, `A.B<C>` has two. */
  segments: { name: string; args: string[] }[];
  /** The suffixes `[]`, `?` and `*`, from the inside out. */
  suffixes: string[];
  /** The elements of a tuple like `(int a, B b)`, verbatim. */
  tuple: string[] | undefined;
  /** True if the type starts with `global::`. */
  fromGlobal: boolean;
}

/** Returns undefined if the text isn't a valid type. */
export function parseTypeText(written: string): WrittenType | undefined {
  let text = written.trim().replace(/^(?:(?:ref\s+readonly|ref|readonly|scoped|in|out)\s+)+/, "");
  const fromGlobal = /^global\s*::/.test(text);
  if (fromGlobal) text = text.replace(/^global\s*::/, "");
  const suffixes: string[] = [];
  for (;;) {
    const suffix = /\s*(\[[\s,]*\]|\?|\*)$/.exec(text);
    if (!suffix) break;
    const [, sign = ""] = suffix;
    suffixes.unshift(sign.startsWith("[") ? "[]" : sign);
    text = text.slice(0, suffix.index);
  }
  if (text.startsWith("(") && text.endsWith(")")) {
    return { segments: [], suffixes, tuple: splitTop(text.slice(1, -1)), fromGlobal };
  }
  const segments: WrittenType["segments"] = [];
  for (const part of splitTop(text, /[.]|::/y)) {
    const found = /^\s*@?([\p{L}_][\p{L}\p{N}_]*)\s*(?:<(.*)>)?\s*$/su.exec(part);
    if (!found) return undefined;
    segments.push({ name: found[1] ?? "", args: found[2] === undefined ? [] : splitTop(found[2]) });
  }
  return segments.length > 0 ? { segments, suffixes, tuple: undefined, fromGlobal } : undefined;
}

/** Removes the constructor arguments from a base. For example, `Base<T>(size)` becomes `Base<T>`. */
export function withoutArguments(base: string): string {
  let depth = 0;
  for (let at = 0; at < base.length; at++) {
    const c = base[at];
    if (c === "<") depth++;
    else if (c === ">") depth--;
    else if (c === "(" && depth === 0) return base.slice(0, at).trimEnd();
  }
  return base;
}

/** Returns the simple names in a base list. For example, `Game.Base<int>, IFoo` becomes `Base` and `IFoo`. */
export function simpleNames(bases: readonly string[]): string[] {
  const names: string[] = [];
  for (const list of bases) {
    let flat = list;
    for (let before = ""; before !== flat; ) {
      before = flat;
      flat = flat.replace(/<[^<>]*>|\([^()]*\)/g, "");
    }
    for (const base of flat.split(",")) {
      const name = /(@?[\p{L}_][\p{L}\p{N}_]*)\s*$/u.exec(base)?.[1];
      if (name) names.push(name.replace("@", ""));
    }
  }
  return names;
}
