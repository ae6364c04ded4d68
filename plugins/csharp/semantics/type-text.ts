/** Parses written types into segments, type arguments and suffixes. */
import { splitTop } from "../text/split-top.ts";

/** A parsed type. */
export interface WrittenType {
  /** The segments of the name. `A.B<C>` has two. */
  segments: { name: string; args: string[] }[];
  /** The suffixes `[]`, `?` and `*`, from the inside out. */
  suffixes: string[];
  /** The elements of a tuple such as `(int a, B b)`, as written. */
  tuple: string[] | undefined;
  /** True if the type begins with `global::`. */
  fromGlobal: boolean;
}

/** Parses a written type. Returns undefined if the text is not a valid type. */
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

/** Removes the arguments from a base, so that `Base<T>(size)` becomes `Base<T>`. */
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

/** Returns the simple names of bases, such as `Base` and `IFoo` for `Game.Base<int>, IFoo`. */
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
