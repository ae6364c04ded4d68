/**
 * Contains rules for contributed prompts, commands and searches. They find names that are in use, and unknown tools and
 * parameters.
 */
import {
  type CliAlias,
  didYouMean,
  type PluginFile,
  type PromptContribution,
  type Synonym,
} from "../host/frontend-api.ts";
import type { Finding } from "./lint.ts";
import { type KnownTool, parametersOf } from "./lint-names.ts";

export interface TakenNames {
  promptOwner(name: string): string | undefined;
  /** Describes the command or tool that `jig WORD …` currently runs. */
  commandOf(alias: CliAlias, word: string): string | undefined;
  flagOwner(flag: string): string | undefined;
  /** Describes the search of another plugin that has this prefix. */
  finderOf(prefix: string): string | undefined;
}

export function lintContributions(file: PluginFile, loaded: readonly KnownTool[], taken: TakenNames): Finding[] {
  const { prompts = [], cliAliases = [], finders = [] } = file.contributes ?? {};
  const tools = new Map(loaded.map(({ name, parameters }) => [name, parameters]));
  for (const [name, tool] of Object.entries(file.tools)) tools.set(name, parametersOf(tool));
  const words = (at: number) => cliAliases.slice(0, at).flatMap(({ command, flag }) => [command, flag]);
  return [
    ...prompts.flatMap((prompt, at) => lintPrompt(prompt, `contributes.prompts.${at}`, prompts.slice(0, at), taken)),
    ...cliAliases.flatMap((alias, at) => [
      ...lintAlias(alias, `contributes.cliAliases.${at}`, tools, taken),
      ...twice(alias.command ?? alias.flag, `contributes.cliAliases.${at}`, words(at)),
    ]),
    ...Object.entries(file.tools).flatMap(([name, tool]) =>
      lintSynonyms(tool.synonyms ?? {}, name, `tools.${name}`, parametersOf({ ...tool, synonyms: {} })),
    ),
    ...finders.flatMap(({ tool, parameter, prefix, fixed = {} }, at) => [
      ...strangers([parameter, ...Object.keys(fixed)], tool, `contributes.finders.${at}`, tools.get(tool)),
      ...sharedPrefix(prefix, `contributes.finders.${at}`, taken),
    ]),
  ];
}

/** Languages share a prefix for their symbols, so this isn't an error. */
function sharedPrefix(prefix: string | undefined, where: string, { finderOf }: TakenNames): Finding[] {
  const other = prefix === undefined ? undefined : finderOf(prefix);
  if (other === undefined) return [];
  const what = `is "${prefix}", which ${other} also has: it selects both`;
  const write = "Choose another character, unless both find the same kind of thing";
  return [{ level: "warning", where: `${where}.prefix`, what, write }];
}

function lintSynonyms(
  synonyms: Readonly<Record<string, Synonym>>,
  tool: string,
  where: string,
  known: readonly string[] | undefined,
): Finding[] {
  return Object.entries(synonyms).flatMap(([name, synonym]) => {
    const place = `${where}.synonyms.${name}`;
    if (!known?.includes(name)) return strangers(namedBy(synonym), tool, place, known);
    const what = `is a parameter of "${tool}" itself, so it is never used`;
    return [error(place, what, "Remove it, or choose another name")];
  });
}

/** Returns the parameters to which a synonym gives values. */
function namedBy(synonym: Synonym): string[] {
  if (typeof synonym === "string") return [synonym];
  if ("to" in synonym) return [synonym.to, ...Object.keys(synonym.with)];
  if ("list" in synonym) return [synonym.list, ...(synonym.not === undefined ? [] : [synonym.not])];
  if ("values" in synonym) return [...new Set(Object.values(synonym.values).flatMap((input) => Object.keys(input)))];
  return "each" in synonym ? synonym.each : [synonym.file, synonym.directory];
}

/** All clients accept such a name for a command. */
const PROMPT_NAME = /^[A-Za-z][\w-]*$/;
/** Valid names in `{{name}}`. */
const ARGUMENT_NAME = /^[\w-]+$/;

function lintPrompt(
  { name, text, arguments: parameters = [] }: PromptContribution,
  where: string,
  before: readonly PromptContribution[],
  { promptOwner }: TakenNames,
): Finding[] {
  const found: Finding[] = twice(
    name,
    `${where}.name`,
    before.map((each) => each.name),
  );
  const owner = promptOwner(name);
  if (owner !== undefined) {
    const what = `is "${name}", a prompt of plugin "${owner}": clients get only one of them`;
    found.push(error(`${where}.name`, what, "Choose another name"));
  }
  if (!PROMPT_NAME.test(name)) {
    const what = `is ${JSON.stringify(name)}, which some clients cannot offer as a command`;
    found.push({ level: "warning", where: `${where}.name`, what, write: "Use letters, digits, _ and -" });
  }
  for (const [at, { name: argument }] of parameters.entries()) {
    const place = `${where}.arguments.${at}.name`;
    const others = parameters.slice(0, at).map((each) => each.name);
    found.push(...twice(argument, place, others));
    if (!ARGUMENT_NAME.test(argument))
      found.push(
        error(place, `is ${JSON.stringify(argument)}, which no {{…}} can refer to`, "Use letters, digits, _ and -"),
      );
    else if (!new RegExp(`\\{\\{\\s*${argument}\\s*\\}\\}`).test(text)) {
      const write = `Write {{${argument}}} in the text, or remove the argument`;
      found.push({ level: "warning", where: place, what: `is "${argument}", and the text never uses it`, write });
    }
  }
  const odd = /\{\{(?!\s*[\w-]+\s*\}\}).{0,20}/.exec(text)?.[0];
  if (odd !== undefined) {
    const what = `has ${JSON.stringify(odd)}, which is passed on unchanged`;
    found.push({
      level: "warning",
      where: `${where}.text`,
      what,
      write: "Write {{name}} with the name of an argument",
    });
  }
  return found;
}

function lintAlias(
  alias: CliAlias,
  where: string,
  tools: ReadonlyMap<string, readonly string[]>,
  taken: TakenNames,
): Finding[] {
  const { flag, command, also = [], tool, positional = [], synonyms = {}, fixed = {}, map = {} } = alias;
  const found: Finding[] = [];
  const parameters = tools.get(tool);
  if (!parameters) {
    const near = didYouMean(tool, [...tools.keys()]);
    const write = near ? `Did you mean "${near}"?` : "Name a tool of this plugin";
    found.push(error(`${where}.tool`, `is "${tool}", which is not a tool here`, write));
  }
  for (const [at, word] of [command, ...also].entries()) {
    const owner = word === undefined ? undefined : taken.commandOf(alias, word);
    if (owner === undefined) continue;
    const place = at === 0 ? `${where}.command` : `${where}.also.${at - 1}`;
    found.push(error(place, `is "${word}", ${owner}`, "Choose another word"));
  }
  const owner = flag === undefined ? undefined : taken.flagOwner(flag);
  if (owner !== undefined)
    found.push(error(`${where}.flag`, `is "${flag}", which is also a flag of the tool "${owner}"`, "Choose another"));
  const words = [positional].flat().flatMap((each) => each.split("|"));
  const names = [...words, ...Object.keys(fixed), ...Object.values(map).map(({ parameter }) => parameter)];
  found.push(...strangers(names, tool, where, parameters && [...parameters, ...Object.keys(synonyms)]));
  for (const [name, synonym] of Object.entries(synonyms))
    found.push(...strangers(namedBy(synonym), tool, `${where}.synonyms.${name}`, parameters));
  return found;
}

function strangers(names: readonly string[], tool: string, where: string, known?: readonly string[]): Finding[] {
  if (!known) return [];
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = didYouMean(name, known);
      const write = near ? `Did you mean "${near}"?` : `Known: ${known.join(", ")}`;
      return error(where, `names "${name}", which is not a parameter of "${tool}"`, write);
    });
}

function twice(name: string | undefined, where: string, before: readonly (string | undefined)[]): Finding[] {
  if (name === undefined || !before.includes(name)) return [];
  return [error(where, `has "${name}", which an earlier one also has`, "Choose another name")];
}

const error = (where: string, what: string, write: string): Finding => ({ level: "error", where, what, write });
