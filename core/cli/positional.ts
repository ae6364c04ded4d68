/** Assigns positional words to parameters in the declared order. `-` reads stdin. */
import { JigError, type Json, type ToolInfo } from "../host/frontend-api.ts";
import { type Flag, written } from "./flags.ts";
import type { Io } from "./io.ts";
import { put, type Read } from "./read-flags.ts";
import { type Synonyms, targets } from "./synonym-flags.ts";
import { readText } from "./text-file.ts";

/** A positional parameter, and the parameters that can't be combined with it. */
export interface Slot {
  flag: Flag;
  unless: string[];
}

/** Returns the declared parameters, or otherwise the required ones. */
export function slotsOf(
  tool: ToolInfo,
  declared: string | readonly string[] | undefined,
  flags: readonly Flag[],
): Slot[] {
  const names = typeof declared === "string" ? [declared] : (declared ?? tool.positional);
  const slots = names ?? flags.filter(({ required }) => required).map(({ parameter }) => parameter);
  return slots.flatMap((slot) => {
    const [name, ...unless] = slot.split("|");
    const flag = flags.findLast(({ parameter }) => parameter === name);
    return flag ? [{ flag, unless }] : [];
  });
}

/**
 * Returns a usage like `QUERY [PATH …] --language TEXT`, with the flags that are required and not among the words. If anything is
 * required, it is the first word.
 */
export function usageOf(slots: readonly Slot[], needed: boolean, flags: readonly Flag[] = []): string {
  const words = slots.map(({ flag }, index) => {
    const name = flag.parameter.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase() + (flag.list ? " …" : "");
    return flag.required || (needed && index === 0) ? name : `[${name}]`;
  });
  const rest = flags.filter(
    ({ required, parameter }) => required && !slots.some(({ flag }) => flag.parameter === parameter),
  );
  return [...words, ...rest.map((flag) => `${written(flag)} ${flag.placeholder}`)].join(" ");
}

/** Skips flags that already have a value. Throws INVALID_ARGUMENT if there are too many words. */
export async function fill(
  { values, rest, plain }: Read,
  slots: readonly Slot[],
  synonyms: Synonyms,
  already: readonly string[],
  { io, usage }: { io: Io; usage: string },
): Promise<void> {
  const filled = new Set(already);
  for (const { parameter } of values.keys()) {
    filled.add(parameter);
    const synonym = Object.hasOwn(synonyms, parameter) ? synonyms[parameter] : undefined;
    for (const target of synonym ? targets(synonym) : []) filled.add(target);
  }
  const words = rest.map((text, index) => ({ text, stdin: text === "-" && index < plain }));
  for (const { flag, unless } of slots) {
    if (words.length === 0) return;
    const own = Object.hasOwn(synonyms, flag.parameter) ? targets(synonyms[flag.parameter]!) : [];
    if ([flag.parameter, ...unless, ...own].some((name) => filled.has(name))) continue;
    for (const { text, stdin } of words.splice(0, flag.list ? words.length : 1)) {
      if (!stdin) put(values, flag, text);
      else for (const each of await fromStdin(flag, io)) put(values, flag, each);
    }
  }
  if (words.length > 0) throw tooMany(words[0]!.text, slots, usage);
}

/** Lists have one value per line. All other values are the entire text. */
async function fromStdin(flag: Flag, io: Io): Promise<string[]> {
  const text = await readText("-", io);
  if (flag.list && flag.kind !== "json") {
    const lines = text.split(/\r?\n|\0/).filter((line) => line !== "");
    if (lines.length > 0) return lines;
    throw new JigError("INVALID_ARGUMENT", `stdin has no line for ${written(flag)}`);
  }
  return [text.replace(/\r?\n$/, "")];
}

function tooMany(word: string, slots: readonly Slot[], usage: string): JigError {
  const hint = slots.length > 0 ? `Write ${usage}` : "Every argument is a flag; see --help";
  return new JigError("INVALID_ARGUMENT", `Unexpected argument "${word}"`, { hint });
}

/** Returns the first required slot without a value. */
export function missing(slots: readonly Slot[], input: Record<string, Json | undefined>): Slot | undefined {
  return slots.find(({ flag }) => flag.required && input[flag.parameter] === undefined);
}
