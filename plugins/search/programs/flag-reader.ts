/** Parses arguments like getopt. It supports combined short flags, attached or separate values, and abbreviated long names. */
import { JigError } from "../../../core/host/plugin-api.ts";

/** A flag. An `optional` value must be attached, as in `--color=always` or `-C3`. */
export interface FlagRule {
  /** The name in `ReadFlag`, which is the long name if there is one, and otherwise the letter. */
  name: string;
  value: "none" | "required" | "optional";
}

export type FlagTable = ReadonlyMap<string, FlagRule>;

export interface ReadFlag {
  name: string;
  value: string | undefined;
}

export interface ReadWords {
  flags: ReadFlag[];
  operands: string[];
  /** The unknown flags, verbatim. */
  unknown: string[];
}

/**
 * Builds a table from lines such as `-e --regexp=`, `-q --quiet --silent`, `--color=?` and `-0`. `=` means that a value is
 * required, and `=?` that it is optional.
 */
export function flagTable(spec: string): FlagTable {
  const table = new Map<string, FlagRule>();
  for (const line of spec.trim().split(/\s*\n\s*/)) {
    const words = line.split(" ");
    const last = words.at(-1) ?? "";
    const value = last.endsWith("=?") ? "optional" : last.endsWith("=") ? "required" : "none";
    const spellings = words.map((word) => word.replace(/=\??$/, ""));
    const name = (spellings.find((word) => word.startsWith("--")) ?? spellings[0] ?? "").replace(/^-+/, "");
    for (const spelling of spellings) table.set(spelling, { name, value });
  }
  return table;
}

export interface ReadOptions {
  /** The program's name, which is used in messages. */
  program: string;
  /** True if `--recur` is accepted for `--recursive`. */
  abbreviates?: boolean;
  /** The flag that `-12` is short for in GNU programs. */
  number?: string;
}

/**
 * Parses command line arguments according to a table of flags. Unknown flags are collected rather than refused.
 * @throws INVALID_ARGUMENT if a value is missing, or given to a flag that doesn't take one
 */
export function readWords(words: readonly string[], table: FlagTable, options: ReadOptions): ReadWords {
  const read: ReadWords = { flags: [], operands: [], unknown: [] };
  const wrong = (flag: string, what: string) => new JigError("INVALID_ARGUMENT", `${flag} ${what}`);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") {
      read.operands.push(...words.slice(at + 1));
      break;
    }
    if (word === "-" || !word.startsWith("-")) {
      read.operands.push(word);
      continue;
    }
    if (word.startsWith("--")) {
      const [written = "", ...rest] = word.split("=");
      const attached = rest.length > 0 ? rest.join("=") : undefined;
      const rule = ruleOf(written, table, options);
      if (!rule) {
        read.unknown.push(written);
        continue;
      }
      if (rule.value === "none" && attached !== undefined) throw wrong(written, "takes no value");
      let value = attached;
      if (rule.value === "required" && value === undefined) {
        value = words[++at];
        if (value === undefined) throw wrong(written, "needs a value");
      }
      read.flags.push({ name: rule.name, value });
      continue;
    }
    if (options.number !== undefined && /^-\d+$/.test(word)) {
      read.flags.push({ name: options.number, value: word.slice(1) });
      continue;
    }
    for (let place = 1; place < word.length; place++) {
      const rule = table.get(`-${word[place]}`);
      if (!rule) {
        read.unknown.push(`-${word[place]}`);
        break;
      }
      if (rule.value === "none") {
        read.flags.push({ name: rule.name, value: undefined });
        continue;
      }
      const attached = word.slice(place + 1);
      let value: string | undefined = attached === "" ? undefined : attached.replace(/^=/, "");
      if (rule.value === "required" && value === undefined) {
        value = words[++at];
        if (value === undefined) throw wrong(`-${word[place]}`, "needs a value");
      }
      read.flags.push({ name: rule.name, value });
      break;
    }
  }
  return read;
}

function ruleOf(written: string, table: FlagTable, { abbreviates = false }: ReadOptions): FlagRule | undefined {
  const exact = table.get(written);
  if (exact || !abbreviates) return exact;
  const rules = new Set([...table].flatMap(([name, rule]) => (name.startsWith(written) ? [rule.name] : [])));
  const found = [...table].find(([name]) => name.startsWith(written));
  return rules.size === 1 ? found?.[1] : undefined;
}

/** Returns the flag that comes last on the command line, since that one takes precedence. */
export function lastOf({ flags }: ReadWords, ...names: string[]): ReadFlag | undefined {
  return flags.findLast(({ name }) => names.includes(name));
}

export function has(read: ReadWords, ...names: string[]): boolean {
  return lastOf(read, ...names) !== undefined;
}

/** Returns the value as a number. @throws INVALID_ARGUMENT unless the value is an integer */
export function numberOf({ name, value }: ReadFlag): number {
  const number = Number(value);
  if (value === undefined || value.trim() === "" || !Number.isSafeInteger(number)) {
    throw new JigError("INVALID_ARGUMENT", `--${name} takes a whole number, not ${JSON.stringify(value ?? "")}`);
  }
  return number;
}

/** Refuses flags that we don't support. @throws INVALID_ARGUMENT for unsupported flags, with a suggestion */
export function refuse(read: ReadWords, advice: Readonly<Record<string, string>>): void {
  const refused = read.flags.find(({ name }) => Object.hasOwn(advice, name));
  if (!refused) return;
  const dashes = refused.name.length === 1 ? "-" : "--";
  throw new JigError("INVALID_ARGUMENT", `${dashes}${refused.name} is not supported here`, {
    hint: advice[refused.name] ?? "",
  });
}
