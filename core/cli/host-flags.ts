/** Defines the global flags, which all frontends accept anywhere on the command line. */
import { FORMAT_NAMES, type Format, JigError, type Json } from "../host/frontend-api.ts";
import { type Flag, option, toggle } from "./flags.ts";
import { takeFlags } from "./read-flags.ts";
import { spellings, tokens } from "./split-words.ts";

/** Only used for single calls. */
const PICTURE = "svg";

export interface HostFlags {
  /** The values of `--root` before they are resolved. */
  roots: string[];
  /** The URLs of servers in `--zoekt`. */
  zoekt: string[];
  /** The plugin folders in `--plugins`. */
  plugins: string[];
  readOnly: boolean;
  /** The log file for all calls. */
  audit?: string;
  quiet: boolean;
  as?: Format | typeof PICTURE;
  /** True to print all pages. */
  all: boolean;
}

const ROOT = option(
  "root",
  "DIR",
  "A workspace root. Default: JIG_ROOT, else CLAUDE_PROJECT_DIR, else the current folder.",
  { list: true },
);
const PLUGINS = option("plugins", "DIR", "A folder of plugins to load.", { list: true });
const ZOEKT = option(
  "zoekt",
  "URL",
  "A Zoekt server whose repositories are searched as repo:NAME. Default: JIG_ZOEKT.",
  {
    list: true,
  },
);
const AS = option(
  "as",
  [...FORMAT_NAMES, PICTURE].join("|"),
  "How to print an answer: svg draws charts and graphs. Default: text on a terminal, json elsewhere.",
  { choices: [...FORMAT_NAMES, PICTURE] },
);
const JSON_FLAG = toggle("json", "The same as --as json.");
const TOON_FLAG = toggle("toon", "The same as --as toon.");
const ALL = toggle("all", "Print every page of an answer, not only the first.");
const QUIET = toggle("quiet", "Print no progress and no notes.");
const READ_ONLY = toggle("read-only", "Refuse tools that write or execute.");
const AUDIT = option("audit", "FILE", "Append a line of JSON to this file for every call.");

export const HOST_FLAGS: readonly Flag[] = [
  ROOT,
  PLUGINS,
  ZOEKT,
  AS,
  JSON_FLAG,
  TOON_FLAG,
  ALL,
  QUIET,
  READ_ONLY,
  AUDIT,
];

/** Throws INVALID_ARGUMENT. */
export function takeHostFlags(words: string[]): { flags: HostFlags; rest: string[] } {
  const { values, rest } = takeFlags(spelledOut(words), HOST_FLAGS);
  const flags: HostFlags = {
    roots: (values.get(ROOT) ?? []) as string[],
    plugins: (values.get(PLUGINS) ?? []) as string[],
    zoekt: (values.get(ZOEKT) ?? []) as string[],
    all: isOn(values.get(ALL)),
    quiet: isOn(values.get(QUIET)),
    readOnly: isOn(values.get(READ_ONLY)),
  };
  const audit = values.get(AUDIT);
  const as = values.get(AS);
  if (audit !== undefined) flags.audit = audit as string;
  const formats = new Set([
    ...(as === undefined ? [] : [as as Format | typeof PICTURE]),
    ...(isOn(values.get(JSON_FLAG)) ? (["json"] as const) : []),
    ...(isOn(values.get(TOON_FLAG)) ? (["toon"] as const) : []),
  ]);
  const [format] = formats;
  if (formats.size > 1) {
    const names = [...formats].join(" and ");
    throw new JigError("INVALID_ARGUMENT", `${names} cannot be used together`, { hint: "Choose one format" });
  }
  if (format) flags.as = format;
  return { flags, rest };
}

/** Returns the index of the first word that is neither a global flag nor its value. */
export function indexOfCommand(words: readonly string[]): number {
  for (const token of tokens(spelledOut(words), spellings(HOST_FLAGS))) if (token.kind !== "flag") return token.index;
  return words.length;
}

/** Short flags before the command, as in git and make (`jig -C DIR grep …`). After the command they belong to the tool. */
const SHORT: Readonly<Record<string, string>> = { "-C": "--root", "-q": "--quiet", "-j": "--json" };

/** Returns the short forms by parameter. */
export function shortHostFlags(): Map<string, string> {
  return new Map(
    HOST_FLAGS.flatMap(({ name, parameter }) => {
      const short = Object.keys(SHORT).find((each) => SHORT[each] === `--${name}`);
      return short === undefined ? [] : [[parameter, short]];
    }),
  );
}

function spelledOut(words: readonly string[]): string[] {
  const ready = [...words];
  for (let at = 0; ready[at]?.startsWith("-"); at++) {
    const long = Object.hasOwn(SHORT, ready[at]!) ? SHORT[ready[at]!]! : ready[at]!;
    ready[at] = long;
    if (HOST_FLAGS.some((flag) => `--${flag.name}` === long && flag.kind !== "boolean")) at++;
  }
  return ready;
}

function isOn(value: Json | undefined): boolean {
  return value === true;
}

/** Returns the value of `--as` for frontends with text output. */
export function wordFormat({ as }: HostFlags): { as?: Format } {
  if (as === undefined) return {};
  if (as !== PICTURE) return { as };
  throw new JigError("INVALID_ARGUMENT", `--as ${PICTURE} works only for a single call on the command line`, {
    hint: `Use one of ${FORMAT_NAMES.join(", ")} here`,
  });
}
