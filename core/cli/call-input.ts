/** Converts the words of a command line to the input of a tool: flags, positional words, JSON, alias values and defaults. */
import {
  type CliAlias,
  type Host,
  JigError,
  type Json,
  type JsonObject,
  STANDARD_PARAMETERS,
  type ToolInfo,
  withoutSynonyms,
} from "../host/frontend-api.ts";
import { aliasFlags, aliasInput, joined } from "./alias.ts";
import { type Flag, flagsOf, kebab, option, toggle } from "./flags.ts";
import type { Io } from "./io.ts";
import { fill, missing, type Slot, slotsOf, usageOf } from "./positional.ts";
import { inputOf, put, type Read, readFlags, readJson, take } from "./read-flags.ts";
import type { Shell } from "./shell.ts";
import { COLOR, HYPERLINK } from "./style.ts";
import { type Synonyms, synonymFlags, targets } from "./synonym-flags.ts";
import { readText } from "./text-file.ts";

const INPUT = option("input", "JSON", "All arguments as one JSON object, or - for stdin; flags override it.");
const INPUT_FILE = option("input-file", "FILE", "The same from a file, or - for stdin.");
const HELP = toggle("help", "This page.");
export const CALL_FLAGS: readonly Flag[] = [INPUT, INPUT_FILE, HELP];
/** Flags for the style of the output. A parameter of the tool with the same name takes precedence. */
export const STYLE_FLAGS: readonly Flag[] = [COLOR, HYPERLINK];

/** The way in which a tool is called, which is by its own name or through an alias. */
export interface CallForm {
  tool: ToolInfo;
  alias?: CliAlias;
  flags: Flag[];
  /** Flags for paging and sizes. All tools have them but only few list them. */
  standard: Flag[];
  /** Alternative spellings of other flags. */
  synonymous: Flag[];
  synonyms: Synonyms;
  slots: Slot[];
  /** A text such as `jig grep QUERY [PATH …]`. */
  usage: string;
}

export function formOf(tool: ToolInfo, alias?: CliAlias): CallForm {
  const flags = flagsOf(tool.inputSchema);
  const standard = flagsOf({ properties: STANDARD_PARAMETERS }).filter(({ name }) =>
    flags.every((flag) => flag.name !== name),
  );
  const synonyms = { ...tool.synonyms, ...alias?.synonyms };
  const synonymous = synonymFlags(synonyms, flags);
  const slots = slotsOf(tool, alias?.positional, [...synonymous, ...flags]);
  const name = alias ? (alias.command ?? alias.flag!) : tool.name;
  // The parameters in the declared order, or otherwise the required ones.
  const needed = alias?.positional === undefined && tool.positional === undefined;
  const unset = flags.filter(({ parameter }) => alias?.fixed?.[parameter] === undefined);
  const usage = ["jig", name, usageOf(slots, needed, unset)].filter((part) => part !== "").join(" ");
  return { tool, ...(alias && { alias }), flags, standard, synonymous, synonyms, slots, usage };
}

export interface ReadCall {
  /** True if `--help` was given. */
  help: boolean;
  input: JsonObject;
  color?: string;
  hyperlink?: string;
  /** Words that a list flag has taken but that may have been meant for the main parameter. They are mentioned if the call fails. */
  swallowed?: string;
}

/** Throws INVALID_ARGUMENT and PERMISSION_DENIED. */
export async function readCall(form: CallForm, written: string[], shell: Shell): Promise<ReadCall> {
  const { tool, alias, flags, standard, synonymous, synonyms, slots, usage } = form;
  const { io } = shell;
  const words = alias ? written : withNamedWord(written, form);
  refuseHidden(tool, flags, words);
  const mapped = alias ? aliasFlags(alias, flags) : [];
  const styleFlags = STYLE_FLAGS.filter(({ name }) => flags.every((flag) => flag.name !== name));
  const read = readFlags(
    alias ? words : asInput(words, form),
    [...standard, ...synonymous, ...styleFlags, ...mapped, ...flags, ...CALL_FLAGS],
    {
      unsupported: tool.unsupportedFlags,
      ...(alias?.unsupportedFlags && { overrides: alias.unsupportedFlags }),
    },
  );
  const { values } = read;
  if (!alias) takeAssignments(read, [...standard, ...flags]);
  const displayOptions = {
    ...asText("color", take(values, COLOR)),
    ...asText("hyperlink", take(values, HYPERLINK)),
  };
  if (take(values, HELP) === true) return { help: true, input: {} };
  const whole = await wholeInput(take(values, INPUT), take(values, INPUT_FILE), io);
  const set: JsonObject = alias ? await aliasInput(alias, values, mapped, io) : {};
  const already = [...Object.keys(whole ?? {}), ...Object.keys(alias?.fixed ?? {})];
  await fill(read, slots, synonyms, already, { io, usage });
  const given = inputOf(values);
  // A synonym that the user has given also replaces the value of the alias.
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(synonyms, name)) for (const target of targets(synonyms[name]!)) delete set[target];
  }
  const input: JsonObject = { ...whole, ...set, ...given };
  for (const name of Object.keys(given)) {
    if (Array.isArray(set[name])) input[name] = joined(given[name], set[name]);
  }
  const swallowed = swallowedBy(form, input, read);
  if (whole === undefined) requireAll(form, input, swallowed);
  const ready = alias?.synonyms ? await withoutAliasSynonyms(alias.synonyms, input, form, await shell.host()) : input;
  return {
    help: false,
    input: withDefaults(await shell.defaults(tool), ready, synonyms),
    ...displayOptions,
    ...(swallowed && { swallowed }),
  };
}

/** Accepts assignments to parameters before `--`, as in `jig search_content query=Damage`. */
function takeAssignments(read: Read, flags: readonly Flag[]): void {
  const words = read.rest.splice(0);
  const plain = read.plain;
  for (const [index, word] of words.entries()) {
    const [, name = "", value = ""] = (index < plain && /^([A-Za-z][\w-]*)=(.*)$/s.exec(word)) || [];
    const flag = name === "" ? undefined : flags.find(({ parameter }) => kebab(parameter) === kebab(name));
    if (flag) {
      put(read.values, flag, value);
      read.plain--;
    } else read.rest.push(word);
  }
}

/**
 * Accepts `jig changes apply k3f9a`. If there are more words than positions, the first one may name the parameter for the
 * second.
 */
function withNamedWord(words: string[], { tool, flags, slots }: CallForm): string[] {
  const [first = ""] = words;
  const end = words.findIndex((word) => word.startsWith("-"));
  const plain = end < 0 ? words.length : end;
  if (slots.length === 0 || plain <= slots.length || slots.some(({ flag }) => flag.list)) return words;
  const known = [...flags.map(({ parameter }) => parameter), ...Object.keys(tool.parameterEffects)];
  return known.some((parameter) => kebab(parameter) === first) ? [`--${first}`, ...words.slice(1)] : words;
}

/** Accepts `jig call TOOL '{"query": "x"}'`, which many other programs that call tools support. */
function asInput(words: string[], { flags, standard, synonyms }: CallForm): string[] {
  const [first = ""] = words;
  if (!first.startsWith("{")) return words;
  try {
    const names = Object.keys(JSON.parse(first));
    const known = [...flags, ...standard].map(({ parameter }) => parameter);
    const isInput =
      names.length === 0
        ? words.length === 1
        : names.some((name) => known.includes(name) || Object.hasOwn(synonyms, name));
    return isInput ? ["--input", ...words] : words;
  } catch {
    return words;
  }
}

function asText<Name extends string>(name: Name, value: Json | undefined): { [Key in Name]?: string } {
  return typeof value === "string" ? ({ [name]: value } as { [Key in Name]?: string }) : {};
}

/** The host doesn't know the alias's own names. */
async function withoutAliasSynonyms(
  synonyms: Synonyms,
  input: JsonObject,
  { tool, flags }: CallForm,
  { workspace }: Host,
) {
  const known = [...flags.map(({ parameter }) => parameter), ...Object.keys(tool.synonyms)];
  return (await withoutSynonyms(synonyms, input, known, workspace)) as JsonObject;
}

/** Adds defaults from a settings file for parameters that the call doesn't set. */
function withDefaults(defaults: JsonObject, input: JsonObject, synonyms: Synonyms): JsonObject {
  const given = new Set(
    Object.keys(input).flatMap((name) => [name, ...(Object.hasOwn(synonyms, name) ? targets(synonyms[name]!) : [])]),
  );
  const rest = Object.entries(defaults).filter(([name]) => !given.has(name));
  return { ...Object.fromEntries(rest), ...input };
}

/** A flag that `--read-only` has disabled must not be reported as unknown. */
function refuseHidden({ parameterEffects }: ToolInfo, flags: readonly Flag[], words: readonly string[]): void {
  const hidden = Object.keys(parameterEffects).filter((parameter) =>
    flags.every((flag) => flag.parameter !== parameter),
  );
  const word = hidden.map((parameter) => `--${kebab(parameter)}`).find((name) => words.includes(name));
  if (word === undefined) return;
  throw new JigError("PERMISSION_DENIED", `${word} would change something, but --read-only is on`, {
    hint: "Leave it out, or start jig without --read-only",
  });
}

async function wholeInput(json: Json | undefined, file: Json | undefined, io: Io): Promise<JsonObject | undefined> {
  if (json !== undefined && file !== undefined)
    throw new JigError("INVALID_ARGUMENT", "--input and --input-file cannot be used together");
  const source = json === "-" ? json : file;
  const [text, what] =
    typeof source === "string" ? [await readText(source, io), `--input-file "${source}"`] : [json, "--input"];
  if (typeof text !== "string") return undefined;
  const value = readJson(text, what);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new JigError("INVALID_ARGUMENT", "The input must be a JSON object", {
      hint: `For example {"name": "value"}`,
    });
  return value;
}

/** Handles `--types cs Damage`, which makes both words types and leaves no query. */
function swallowedBy({ slots: [main], synonyms }: CallForm, input: JsonObject, { swallowed }: Read) {
  const filled = filledBy(input, synonyms);
  if (!main || !swallowed || [main.flag.parameter, ...main.unless].some((each) => filled.has(each))) return undefined;
  const [flag, ...words] = swallowed;
  const taken = words.map((word) => JSON.stringify(word)).join(" and ");
  return `${flag} also took ${taken}. Write words that are not its values before ${flag}, or after --`;
}

function filledBy(input: JsonObject, synonyms: Synonyms): Set<string> {
  return new Set(Object.keys(input).flatMap((each) => (synonyms[each] ? targets(synonyms[each]) : [each])));
}

function requireAll(form: CallForm, input: JsonObject, swallowed: string | undefined): void {
  const { tool, alias, flags, slots, synonyms, usage } = form;
  const name = alias?.command ?? tool.name;
  const filled = filledBy(input, synonyms);
  const first = missing(slots, Object.fromEntries([...filled].map((each) => [each, true])));
  const absent = flags.filter((flag) => flag.required && !filled.has(flag.parameter));
  if (absent.length === 0) return;
  const written = absent.map((flag) => `--${flag.name} ${flag.placeholder}`.trimEnd()).join(" and ");
  throw new JigError("INVALID_ARGUMENT", `${name} needs ${written}`, {
    hint: swallowed ?? (first ? `Write ${usage}, or see jig ${name} --help` : `See jig ${name} --help`),
  });
}
