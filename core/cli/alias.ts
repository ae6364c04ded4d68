/** Implements command aliases, which are alternative command lines for a tool that its plugin declares (`CliAlias`). */
import type { CliAlias, Host, Json, JsonObject } from "../host/frontend-api.ts";
import { type Flag, option, toggle } from "./flags.ts";
import type { Io } from "./io.ts";
import { readJson, take } from "./read-flags.ts";
import { readText } from "./text-file.ts";

/** Returns the flags that only the alias has: the one that selects it, and those mapped to a parameter. */
export function aliasFlags(alias: CliAlias, flags: Flag[]): Flag[] {
  const mapped = Object.entries(alias.map ?? {}).map(([written, { parameter, from }]): Flag => {
    const name = undashed(written);
    const own = flags.find((flag) => flag.parameter === parameter);
    if (from === "value" && own) return { ...own, name, parameter: name };
    return option(name, from === "json" ? "JSON" : "FILE", "");
  });
  return alias.flag === undefined ? mapped : [...mapped, toggle(undashed(alias.flag), alias.description)];
}

/** Returns the input that the alias sets, which are constants and mapped flags. The latter are removed from `values`. */
export async function aliasInput(
  alias: CliAlias,
  values: Map<Flag, Json>,
  mapped: Flag[],
  io: Io,
): Promise<JsonObject> {
  const input: JsonObject = { ...alias.fixed };
  for (const flag of mapped) {
    const value = take(values, flag);
    const entry = Object.entries(alias.map ?? {}).find(([written]) => undashed(written) === flag.name)?.[1];
    if (value !== undefined && entry) {
      const mappedTo = unwrapped(await mappedValue(value, entry.from, flag, io), entry.parameter);
      input[entry.parameter] = joined(input[entry.parameter], mappedTo);
    }
  }
  return input;
}

/** Lists are merged without duplicates. For anything else the later value is used. */
export function joined(first: Json | undefined, second: Json): Json {
  return Array.isArray(first) && Array.isArray(second) ? [...new Set([...first, ...second])] : second;
}

/** JSON input can be the value of the parameter, or an object that only contains the parameter. */
function unwrapped(value: Json, parameter: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const inner = value[parameter];
  return inner !== undefined && Object.keys(value).length === 1 ? inner : value;
}

async function mappedValue(value: Json, from: string, flag: Flag, io: Io): Promise<Json> {
  if (from === "value") return value;
  if (from === "json") return readJson(value as string, `--${flag.name}`);
  const content = await readText(value as string, io);
  if (from === "json-file") return readJson(content, `--${flag.name} "${value}"`);
  return content
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Returns the alias that a flag selects. */
export function flaggedAlias(host: Host, words: readonly string[]): CliAlias | undefined {
  return host.cliAliases().find(({ flag }) => flag !== undefined && words.includes(`--${undashed(flag)}`));
}

function undashed(flag: string): string {
  return flag.replace(/^--/, "");
}
