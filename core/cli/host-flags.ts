/** The flags that every door takes, anywhere on the command line. This table is their only declaration. */
import { type Format, JigError, type Json } from "../host/door-api.ts";
import { type Flag, option, toggle } from "./flags.ts";
import { takeFlags } from "./read-flags.ts";

export const FORMATS = ["json", "toon", "text"] as const;

export interface HostFlags {
  /** `--root`, as written. */
  roots: string[];
  /** `--plugins`: folders of plugins. */
  plugins: string[];
  readOnly: boolean;
  /** The file to which every call is logged. */
  audit?: string;
  quiet: boolean;
  as?: Format;
  /** Every page of an answer, one after the other. */
  all: boolean;
}

const ROOT = option(
  "root",
  "DIR",
  "A workspace root. Default: JIG_ROOT, else CLAUDE_PROJECT_DIR, else the current folder.",
  { list: true },
);
const PLUGINS = option("plugins", "DIR", "A folder of plugins to load.", { list: true });
const AS = option("as", FORMATS.join("|"), "How to print an answer. Default: text on a terminal, json elsewhere.", {
  choices: [...FORMATS],
});
const JSON_FLAG = toggle("json", "The same as --as json.");
const ALL = toggle("all", "Print every page of an answer, not only the first.");
const QUIET = toggle("quiet", "Print no progress and no remarks.");
const READ_ONLY = toggle("read-only", "Refuse tools that write or execute.");
const AUDIT = option("audit", "FILE", "Append a line of JSON for every call to a file.");

export const HOST_FLAGS: readonly Flag[] = [ROOT, PLUGINS, AS, JSON_FLAG, ALL, QUIET, READ_ONLY, AUDIT];

/** Splits the command line into host flags and all the rest. Throws INVALID_ARGUMENT. */
export function takeHostFlags(words: string[]): { flags: HostFlags; rest: string[] } {
  const { values, rest } = takeFlags(words, HOST_FLAGS);
  const flags: HostFlags = {
    roots: (values.get(ROOT) ?? []) as string[],
    plugins: (values.get(PLUGINS) ?? []) as string[],
    all: isOn(values.get(ALL)),
    quiet: isOn(values.get(QUIET)),
    readOnly: isOn(values.get(READ_ONLY)),
  };
  const audit = values.get(AUDIT);
  const as = values.get(AS);
  if (audit !== undefined) flags.audit = audit as string;
  if (isOn(values.get(JSON_FLAG))) {
    if (as !== undefined && as !== "json") {
      throw new JigError("INVALID_ARGUMENT", `--json and --as ${String(as)} exclude one another`, {
        hint: "Give one of them",
      });
    }
    flags.as = "json";
  } else if (as !== undefined) flags.as = as as Format;
  return { flags, rest };
}

function isOn(value: Json | undefined): boolean {
  return value === true;
}
