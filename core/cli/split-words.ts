/**
 * Splits the flags on a command line into tokens: `--name=value`, `--name value`, `-i`, `-iw`, `-tcs`, and long flags with a
 * single dash as in find and Go.
 */
import type { Flag } from "./flags.ts";
import { written } from "./flags.ts";

export interface Spelling {
  flag: Flag;
  negative: boolean;
}

export type Spellings = ReadonlyMap<string, Spelling>;

/** `index` is the position of the first word, and `length` the number of words. */
export type Token =
  | { kind: "word"; text: string; index: number; literal: boolean }
  | { kind: "flag"; written: string; spelling?: Spelling; value?: string; index: number; length: number }
  | { kind: "end"; index: number };

/**
 * Contains all spellings of a flag, which are kebab case, the parameter's name, and `no-…` for toggles. If two flags have the
 * same spelling, the later one gets it.
 */
export function spellings(flags: readonly Flag[]): Spellings {
  const known = new Map<string, Spelling>();
  for (const flag of flags) {
    if (flag.negatable) known.set(`--no-${flag.name}`, { flag, negative: true });
    if (flag.written === undefined) known.set(`--${flag.parameter}`, { flag, negative: false });
    known.set(written(flag), { flag, negative: false });
  }
  return known;
}

/** A flag with a value always takes the next word. Flags in `unsupported` aren't split. */
export function* tokens(
  words: readonly string[],
  known: Spellings,
  unsupported: Readonly<Record<string, unknown>> = {},
): Generator<Token> {
  let ended = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (ended || word === "-" || !word.startsWith("-")) {
      yield { kind: "word", text: word, index, literal: ended };
      continue;
    }
    if (word === "--") {
      ended = true;
      yield { kind: "end", index };
      continue;
    }
    const apart = Object.hasOwn(unsupported, nameOf(word)) ? undefined : cluster(word, known);
    const found = whole(word, known) ?? apart ?? [{ written: nameOf(word) }];
    const last = found.at(-1)!;
    const open = last.spelling !== undefined && last.spelling.flag.kind !== "boolean" && last.value === undefined;
    const value = open ? words[index + 1] : undefined;
    const length = value === undefined ? 1 : 2;
    for (const each of found)
      yield { kind: "flag", ...each, ...(each === last && value !== undefined ? { value } : {}), index, length };
    index += length - 1;
  }
}

interface Found {
  written: string;
  spelling?: Spelling;
  value?: string;
}

function nameOf(word: string): string {
  return word.split("=", 1)[0]!;
}

/** Parses a single flag, possibly with `=value`. A long flag can have one dash. */
function whole(word: string, known: Spellings): Found[] | undefined {
  const name = nameOf(word);
  const long = !word.startsWith("--") && name.length > 2;
  const spelling = known.get(name) ?? (long ? known.get(`-${name}`) : undefined);
  if (!spelling) return undefined;
  return [{ written: name, spelling, ...(name === word ? {} : { value: word.slice(name.length + 1) }) }];
}

/** Parses combined short flags, of which the last can have a value: `-iw`, `-C3`, `-tcs`. */
function cluster(word: string, known: Spellings): Found[] | undefined {
  if (word.startsWith("--")) return undefined;
  const found: Found[] = [];
  for (let at = 1; at < word.length; at++) {
    const name = `-${word[at]}`;
    const spelling = known.get(name);
    if (!spelling) return undefined;
    const rest = word.slice(at + 1).replace(/^=/, "");
    const takes = spelling.flag.kind !== "boolean" && rest !== "";
    found.push({ written: name, spelling, ...(takes ? { value: rest } : {}) });
    if (takes) break;
  }
  return found;
}
