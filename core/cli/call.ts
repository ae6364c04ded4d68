/** Implements `jig call <tool>`, which calls a tool and prints its answer. */
import { type CliAlias, type CommandInfo, type Host, JigError, type ToolInfo } from "../host/frontend-api.ts";
import { CALL_FLAGS, type CallForm, formOf, readCall } from "./call-input.ts";
import { kebab } from "./flags.ts";
import { commandHelp, otherLanguageHelp, toolHelp, widthOf } from "./help.ts";
import { invoke } from "./invoke-tool.ts";
import { askLanguages } from "./languages/ask-languages.ts";
import { inEachLanguage, outlineOf, type Question, questionOf, sameCommand } from "./languages/by-language.ts";
import { printOutline } from "./print-outline.ts";
import { findTool } from "./resolve-command.ts";
import type { Command, Shell } from "./shell.ts";
import { targets } from "./synonym-flags.ts";

export const call: Command = {
  name: "call",
  usage: "<tool> [--input JSON | --flag value …]",
  summary: "Call a tool and print its answer",
  flags: CALL_FLAGS,
  also: ["run", "exec", "invoke"],
  async run([name, ...words], shell) {
    if (name === undefined || name.startsWith("-"))
      throw new JigError("INVALID_ARGUMENT", "call needs the name of a tool", { hint: "jig tools lists them" });
    return callTool(findTool(await shell.host(), name, shell.io.cwd), words, shell);
  },
};

/** `codes` contains the exit codes of the program that the alias imitates. */
export async function callTool(
  tool: ToolInfo,
  words: string[],
  shell: Shell,
  alias?: CliAlias,
  codes?: CommandInfo["codes"],
): Promise<number> {
  const form = formOf(tool, alias);
  if (!alias) return await answer(form, words, shell);
  if (codes) return await answer(form, words, shell, codes);
  const host = await shell.host();
  const { signal } = shell.io;
  if (alias.rel === "members") return await outline(form, words, shell, alias.languages ?? []);
  const named = withNameFirst(words, form);
  if (alias.rel === undefined) {
    const other = await sameCommand(alias, named[0], host, signal);
    return await answer(other ? formOf(other.tool, other.alias) : form, named, shell);
  }
  if (asksHelp(words)) return await help(form, shell, alias);
  const asked = await questionIn(form, alias, words, shell);
  return asked ? await askLanguages(asked.question, asked.placed, shell) : await answer(form, words, shell);
}

/**
 * Splits a question (`refs`, `callers`, `symbol`) into one call per language. It returns undefined if the words don't contain a
 * name.
 */
export async function questionIn(
  form: CallForm,
  alias: CliAlias,
  words: string[],
  shell: Shell,
): Promise<{ question: Question; placed: string[] } | undefined> {
  const placed = withPlaceAsFlag(withNameFirst(words, form), form);
  const question = await questionOf(alias, placed, await shell.host(), shell.io.signal);
  return question && { question, placed };
}

/** Resolves to the exit code. */
async function answer(form: CallForm, words: string[], shell: Shell, codes?: CommandInfo["codes"]): Promise<number> {
  const read = await readCall(form, words, shell);
  if (read.help) return await help(form, shell);
  const { end } = await invoke(form, read, words, shell);
  if (end === "refused") return codes?.usage ?? codes?.failed ?? 2;
  if (end === "failed") return codes ? (codes.failed ?? 2) : 1;
  // If nothing matches, the exit code is 1 as with grep.
  const nothing = codes ? codes.nothing : form.alias?.rel && 1;
  return end === "nothing" ? (nothing ?? 0) : 0;
}

/** Shows the help of the tool, followed by additional flags for other languages. */
async function help(form: CallForm, shell: Shell, alias?: CliAlias): Promise<number> {
  const width = widthOf(shell.io);
  const host = await shell.host();
  const all = alias ? inEachLanguage(alias, host) : [];
  const [first, ...others] = all.map(({ tool, alias }) => formOf(tool, alias));
  await shell.show(
    [toolHelp(first ?? form, width), ...others.map((each) => otherLanguageHelp(each, width))].join("\n\n"),
  );
  return 0;
}

export function asksHelp(words: readonly string[]): boolean {
  return words.some((word) => word === "--help" || word === "-h");
}

/** The help of `jig outline` if the workspace lists no tool for it. */
const OUTLINE = {
  name: "outline",
  usage: "FILE|FOLDER [--json]",
  summary: "Show the declarations of a file, or of all files in a folder, for all languages that a plugin supports",
};

/**
 * Implements `jig outline FILE|FOLDER` for a language without its own command. It prints the declarations that the plugin of
 * the language finds.
 */
async function outline(form: CallForm, words: string[], shell: Shell, languages: readonly string[]): Promise<number> {
  const host = await shell.host();
  const command = shell.commands.find(({ answers }) => answers === "outline");
  if (form.tool.hidden && asksHelp(words)) {
    await shell.show(commandHelp(OUTLINE, widthOf(shell.io)));
    return 0;
  }
  const named = withNameFirst(words, form);
  if (command && (await namesFolder(named, host))) return await command.run(named, shell);
  const [path, ...more] = named;
  if (path === undefined || path.startsWith("-") || asksHelp(words)) return await answer(form, words, shell);
  const hasWords = more.some((word) => !word.startsWith("-"));
  const other = hasWords ? undefined : await outlineOf(path, languages, host, shell.io.signal);
  return other ? await printOutline(other, more, shell) : await answer(form, named, shell);
}

/** Accepts `jig refs src/app.ts:4:7` for the name at that position. */
function withPlaceAsFlag([word = "", ...rest]: string[], { flags }: CallForm): string[] {
  const isPlace = /^[^\s:].*[^:]:\d+:\d+$/.test(word) && flags.some(({ name }) => name === "at");
  return isPlace ? ["--at", word, ...rest] : word === "" ? rest : [word, ...rest];
}

/** Moves the value of `--name-path` to the front, because the language is chosen by the name. */
function withNameFirst(words: string[], { slots: [main], synonyms }: CallForm): string[] {
  const [first = "", second, ...rest] = words;
  const [, flag = "", value] = /^--([\w-]+)(?:=(.*))?$/s.exec(first) ?? [];
  const parameter = main?.flag.parameter ?? "";
  const spellings = Object.entries(synonyms).flatMap(([name, to]) => (targets(to).includes(parameter) ? [name] : []));
  if (![parameter, ...spellings].some((name) => kebab(name) === kebab(flag))) return words;
  const [name = "", ...others] = value === undefined ? [second, ...rest] : [value, ...words.slice(1)];
  return name === "" || name.startsWith("-") ? words : [name, ...others];
}

/** Returns true if the only positional word is a folder. */
async function namesFolder(words: readonly string[], host: Host): Promise<boolean> {
  const [path, ...more] = words.filter((word) => !word.startsWith("-"));
  if (path === undefined || more.length > 0 || words.some((word) => word === "--help" || word === "-h")) return false;
  const place = await host.workspace.resolve(path, { expect: "any" }).catch(() => undefined);
  return place?.kind === "directory";
}
