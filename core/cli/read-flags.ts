/** Reads words by a table of flags. */
import { parseArgs } from "node:util";
import { JigError, type Json, type JsonObject } from "../host/door-api.ts";
import type { Flag } from "./flags.ts";
import { didYouMean } from "./suggest.ts";

/** What was written: values by flag, and the words that belong to no flag. Throws INVALID_ARGUMENT. */
export function readFlags(words: string[], flags: readonly Flag[]): { values: Map<Flag, Json>; rest: string[] } {
  const values = new Map<Flag, Json>();
  const rest: string[] = [];
  const known = spellings(flags);
  let open: Flag | undefined;
  for (const token of tokensOf(words, known)) {
    if (token.kind === "positional") {
      if (open) put(values, open, token.value);
      else rest.push(token.value);
    } else if (token.kind === "option") {
      const spelling = token.rawName.startsWith("--") ? known.get(token.name) : known.get(SHORT[token.rawName] ?? "");
      if (!spelling) throw unknownFlag(token.rawName, flags);
      put(values, spelling.flag, token.value, spelling.negative);
      open = spelling.flag.list ? spelling.flag : undefined;
    } else {
      open = undefined;
    }
  }
  return { values, rest };
}

/** Takes the given flags out of the words, wherever they stand, and leaves everything else as it was. */
export function takeFlags(words: string[], flags: readonly Flag[]): { values: Map<Flag, Json>; rest: string[] } {
  const values = new Map<Flag, Json>();
  const known = spellings(flags);
  const taken = new Set<number>();
  for (const token of tokensOf(words, known)) {
    if (token.kind === "option-terminator") break;
    const spelling = token.kind === "option" ? known.get(token.name) : undefined;
    if (token.kind !== "option" || !spelling || !token.rawName.startsWith("--")) continue;
    put(values, spelling.flag, token.value, spelling.negative);
    taken.add(token.index);
    if (token.value !== undefined && !token.inlineValue) taken.add(token.index + 1);
  }
  return { values, rest: words.filter((_, index) => !taken.has(index)) };
}

/** The one short form; more of them would take values like `-x` for flags. */
const SHORT: Record<string, string> = { "-h": "help" };

type Spellings = Map<string, { flag: Flag; negative: boolean }>;

/** Every way to write a flag: in kebab-case, as the parameter is spelled, and `no-…` for what can be on or off. */
function spellings(flags: readonly Flag[]): Spellings {
  const known: Spellings = new Map();
  for (const flag of flags) {
    if (flag.kind === "boolean") known.set(`no-${flag.name}`, { flag, negative: true });
    known.set(flag.parameter, { flag, negative: false });
    known.set(flag.name, { flag, negative: false });
  }
  return known;
}

function tokensOf(words: string[], known: Spellings) {
  const options = Object.fromEntries(
    [...known].map(([name, { flag }]) => [name, { type: flag.kind === "boolean" ? "boolean" : "string" } as const]),
  );
  return parseArgs({ args: words, options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function put(values: Map<Flag, Json>, flag: Flag, text: string | undefined, negative = false): void {
  const value = flag.kind === "boolean" ? readBoolean(flag, text, negative) : readValue(flag, text);
  if (!flag.list) {
    values.set(flag, value);
    return;
  }
  const before = (values.get(flag) ?? []) as Json[];
  // A list of lists or objects may be written whole: --requests '[{…}, {…}]'.
  values.set(flag, before.concat(flag.kind === "json" && Array.isArray(value) ? value : [value]));
}

function readBoolean(flag: Flag, text: string | undefined, negative: boolean): boolean {
  if (text !== undefined && text !== "true" && text !== "false")
    throw new JigError("INVALID_ARGUMENT", `--${flag.name} is on or off and takes no "${text}"`, {
      hint: `Write --${flag.name} or --no-${flag.name}`,
    });
  return (text !== "false") !== negative;
}

function readValue(flag: Flag, text: string | undefined): Json {
  const wrong = (what: string, hint?: string) =>
    new JigError("INVALID_ARGUMENT", `--${flag.name} ${what}`, hint === undefined ? {} : { hint });
  if (text === undefined)
    throw wrong("needs a value", `Write --${flag.name} ${flag.placeholder || "VALUE"}, or --${flag.name}=VALUE`);
  if (flag.choices && !flag.choices.includes(text))
    throw wrong(`takes ${flag.choices.join(", ")}, not "${text}"`, didYouMean(text, flag.choices));
  switch (flag.kind) {
    case "integer":
    case "number": {
      const value = text.trim() === "" ? Number.NaN : Number(text);
      if (flag.kind === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value)) return value;
      throw wrong(`takes ${flag.kind === "integer" ? "a whole number" : "a number"}, not "${text}"`);
    }
    case "json":
      return readJson(text, `--${flag.name}`, flag.placeholder === "JSON" ? undefined : `Write ${flag.placeholder}`);
    case "any":
      return /^(true|false|null|-?\d+(\.\d+)?|[[{].*)$/s.test(text) ? readJson(text, `--${flag.name}`) : text;
    default:
      return text;
  }
}

/** Parses JSON that `what` (a flag, a file) holds; INVALID_ARGUMENT says what is wrong with it, and `hint` what to write. */
export function readJson(text: string, what: string, hint?: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JigError("INVALID_ARGUMENT", `${what} is not JSON: ${(error as Error).message}`, {
      cause: error,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

function unknownFlag(written: string, flags: readonly Flag[]): JigError {
  const names = flags.map((flag) => `--${flag.name}`);
  const hint = didYouMean(written, names) ?? "See --help; where a value looks like a flag, write --flag=VALUE";
  return new JigError("INVALID_ARGUMENT", `Unknown flag ${written}`, { hint });
}

/** Values by the parameter that they fill. */
export function inputOf(values: Map<Flag, Json>): JsonObject {
  return Object.fromEntries([...values].map(([flag, value]) => [flag.parameter, value]));
}

/** The value of a flag, which is then no longer among the others. */
export function take(values: Map<Flag, Json>, flag: Flag): Json | undefined {
  const value = values.get(flag);
  values.delete(flag);
  return value;
}

/** What to say of a word that no flag asked for. */
export function unexpected(word: string, flags: readonly Flag[]): JigError {
  const texts = flags.filter((flag) => flag.kind === "string" && !flag.choices);
  const likely = texts.find((flag) => flag.required) ?? texts[0];
  const hint = likely ? `Did you mean --${likely.name} "${word}"?` : "Every argument is a flag; see --help";
  return new JigError("INVALID_ARGUMENT", `Unexpected argument "${word}"`, { hint });
}
