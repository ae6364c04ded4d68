/** Parses flags. */
import { errorMessage, JigError, type Json, type JsonObject, jsonFault } from "../host/frontend-api.ts";
import { didYouMean } from "./did-you-mean.ts";
import { type Flag, written } from "./flags.ts";
import { spellings, tokens } from "./split-words.ts";

export interface Read {
  values: Map<Flag, Json>;
  /** The positional words. */
  rest: string[];
  /** The number of words before `--`. Words after it aren't flags. */
  plain: number;
  /** A flag with the additional words that its list has taken. Some of them may have been meant as positional words. */
  swallowed?: string[];
}

/** Flags of other programs with advice. Those in `over` are rejected even if we have a flag with that name. */
export interface UnsupportedFlags {
  unsupported?: Readonly<Record<string, string>>;
  overrides?: Readonly<Record<string, string>>;
}

/** Throws INVALID_ARGUMENT. */
export function readFlags(words: string[], flags: readonly Flag[], others: UnsupportedFlags = {}): Read {
  const { overrides = {} } = others;
  const unsupported = { ...others.unsupported, ...overrides };
  const values = new Map<Flag, Json>();
  const rest: string[] = [];
  const known = new Map([...spellings(flags)].filter(([name]) => !Object.hasOwn(overrides, name)));
  const help = known.get("--help");
  if (help) known.set("-h", help);
  let open: Flag | undefined;
  let plain = 0;
  let swallowed: string[] | undefined;
  for (const token of tokens(words, known, unsupported)) {
    if (token.kind === "word") {
      if (open) {
        put(values, open, token.text);
        swallowed = [...(swallowed?.[0] === `--${open.name}` ? swallowed : [`--${open.name}`]), token.text];
      } else rest.push(token.text);
      if (!token.literal) plain = rest.length;
    } else if (token.kind === "flag") {
      const { spelling } = token;
      if (!spelling) throw unknownFlag(token.written, flags, unsupported);
      if (token.value === undefined && spelling.flag.kind !== "boolean") refuseBare(token.written, unsupported);
      put(values, spelling.flag, token.value, spelling.negative);
      open = spelling.flag.list && spelling.flag.greedy ? spelling.flag : undefined;
    } else {
      open = undefined;
    }
  }
  return { values, rest, plain, ...(swallowed && { swallowed }) };
}

/** Extracts the given flags and returns all other words unchanged. */
export function takeFlags(words: string[], flags: readonly Flag[]): { values: Map<Flag, Json>; rest: string[] } {
  const values = new Map<Flag, Json>();
  const taken = new Set<number>();
  for (const token of tokens(words, spellings(flags))) {
    if (token.kind === "end") break;
    if (token.kind !== "flag" || !token.spelling || !token.written.startsWith("--")) continue;
    put(values, token.spelling.flag, token.value, token.spelling.negative);
    for (let at = 0; at < token.length; at++) taken.add(token.index + at);
  }
  return { values, rest: words.filter((_, index) => !taken.has(index)) };
}

/** Throws INVALID_ARGUMENT. */
export function put(values: Map<Flag, Json>, flag: Flag, text: string | undefined, negative = false): void {
  const before = (values.get(flag) ?? []) as Json[];
  const whole = flag.list && text !== undefined ? listIn(flag, text) : undefined;
  if (whole) {
    values.set(flag, before.concat(whole));
    return;
  }
  const value = flag.kind === "boolean" ? readBoolean(flag, text, negative) : readValue(flag, text);
  if (!flag.list) {
    values.set(flag, value);
    return;
  }
  // A list of objects can be given as one JSON array: --requests '[{…}, {…}]'
  values.set(flag, before.concat(flag.kind === "json" && Array.isArray(value) ? value : [value]));
}

/**
 * Splits a JSON array such as `--files '["a.cs", "b.cs"]'`. Synonyms are excluded because their values use the syntax of
 * another program.
 */
function listIn(flag: Flag, text: string): string[] | undefined {
  if (flag.kind !== "string" || flag.written !== undefined || !text.startsWith('["')) return undefined;
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) && items.every((item) => typeof item === "string") ? items : undefined;
  } catch {
    // This isn't JSON, but probably a pattern or a name that starts with `[`.
    return undefined;
  }
}

function readBoolean(flag: Flag, text: string | undefined, negative: boolean): boolean {
  if (text !== undefined && text !== "true" && text !== "false")
    throw new JigError("INVALID_ARGUMENT", `${written(flag)} is on or off and takes no "${text}"`, {
      hint: flag.negatable ? `Write --${flag.name} or --no-${flag.name}` : `Write ${written(flag)}`,
    });
  return (text !== "false") !== negative;
}

function readValue(flag: Flag, text: string | undefined): Json {
  const wrong = (what: string, hint?: string) =>
    new JigError("INVALID_ARGUMENT", `${written(flag)} ${what}`, hint === undefined ? {} : { hint });
  if (text === undefined)
    throw wrong("needs a value", `Write ${written(flag)} ${flag.placeholder || "VALUE"}, or ${written(flag)}=VALUE`);
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
      return readJson(text, written(flag), flag.placeholder === "JSON" ? undefined : `Write ${flag.placeholder}`);
    case "any":
      return /^(true|false|null|-?\d+(\.\d+)?|[[{].*)$/s.test(text) ? readJson(text, written(flag)) : text;
    default:
      return text;
  }
}

/** Throws INVALID_ARGUMENT. `what` is the source of the text for the message, such as a flag or a file. */
export function readJson(text: string, what: string, hint?: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = jsonFault(text);
    const place = fault ? `line ${fault.line}, column ${fault.column}: ${fault.what}` : errorMessage(error);
    const write = [fault?.write, hint].filter((each) => each !== undefined).join(". ");
    throw new JigError("INVALID_ARGUMENT", `${what} is not JSON: ${place}`, {
      cause: error,
      ...(write === "" ? {} : { hint: write }),
    });
  }
}

/** Common flags that our tools don't have. A tool's own flag takes precedence. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  "--jq": "Pipe it: jig … --json | jq EXPRESSION",
  "--format": "Write --as json, --as toon or --as text",
  "--output": "Write --as json, --as toon or --as text; > FILE saves it",
  "--yaml": "Write --json",
  "-j": "Write --json, or -j before the command",
  "-C": "Write --root DIR, or -C DIR before the command",
  "--plugin": "Write --plugins FOLDER",
  "--verbose": "Output is already complete; JIG_DEBUG=1 prints more on stderr",
};

/** Flags with which other programs only show a plan, as our tools do unless `--apply` is set. */
const PREVIEW = new Set(["--dry-run", "--preview", "--diff"]);

function unknownFlag(name: string, flags: readonly Flag[], unsupported: Readonly<Record<string, string>>): JigError {
  const short = name.startsWith("--") ? undefined : name.slice(0, 2);
  const names = flags.map(written).filter((each) => each.startsWith("--"));
  const previews = PREVIEW.has(name) && flags.some((flag) => flag.name === "apply" && flag.kind === "boolean");
  const instead =
    own(unsupported, name) ??
    (short && own(unsupported, short)) ??
    (previews
      ? "Leave it out: without --apply, only the plan and its diff are printed, and jig changes apply writes that plan"
      : own(UNSUPPORTED, name));
  const hint = instead ?? didYouMean(name, names) ?? "See --help; if a value looks like a flag, write --flag=VALUE";
  return new JigError("INVALID_ARGUMENT", `Unknown flag ${name}`, { hint });
}

/** If the value of a flag is missing, it may be meant as the flag of another program. */
function refuseBare(name: string, unsupported: Readonly<Record<string, string>>): void {
  const hint = own(unsupported, name);
  if (hint !== undefined) throw new JigError("INVALID_ARGUMENT", `${name} needs a value here`, { hint });
}

function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

export function inputOf(values: Map<Flag, Json>): JsonObject {
  return Object.fromEntries([...values].map(([flag, value]) => [flag.parameter, value]));
}

/** Removes the value of a flag and returns it. */
export function take(values: Map<Flag, Json>, flag: Flag): Json | undefined {
  const value = values.get(flag);
  values.delete(flag);
  return value;
}
