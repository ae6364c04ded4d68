/** Runs a query by name in each language that declares the name. */
import { JigError } from "../../host/frontend-api.ts";
import { type CallForm, formOf, type ReadCall, readCall } from "../call-input.ts";
import { errorCodeOf } from "../failed-answer.ts";
import { type Held, type Invoked, invoke } from "../invoke-tool.ts";
import type { Shell } from "../shell.ts";
import { inEachLanguage, type LanguageCall, type Question, titlesOf } from "./by-language.ts";

/** Runs one language after the other. The exit code is 0 if any of them has rows, and 2 if all of them refuse the words. */
export async function askLanguages(
  { calls, name, isDeclared }: Question,
  words: string[],
  shell: Shell,
): Promise<number> {
  const ready = await readyCalls(calls, words, shell);
  const ends: Invoked["end"][] = [];
  const held: Held[] = [];
  for (const { form, read } of ready) {
    const answer = await invoke(form, read, words, shell, name !== undefined && !isDeclared);
    if (answer.held) held.push(answer.held);
    ends.push(answer.end);
  }
  if (ends.includes("answered")) return 0;
  if (held.length > 0 && name !== undefined) await sayNothing(held, name, calls, shell);
  return ends.every((end) => end === "refused") ? 2 : 1;
}

/** Keeps the calls that accept these words and prints a note about the others. Throws INVALID_ARGUMENT if none does. */
export async function readyCalls(
  calls: readonly LanguageCall[],
  words: readonly string[],
  shell: Shell,
): Promise<{ form: CallForm; read: ReadCall }[]> {
  const ready: { form: CallForm; read: ReadCall }[] = [];
  const refused: { call: LanguageCall; error: JigError }[] = [];
  for (const call of calls) {
    const form = formOf(
      call.tool,
      call.fixed ? { ...call.alias, fixed: { ...call.alias.fixed, ...call.fixed } } : call.alias,
    );
    try {
      ready.push({ form, read: await readCall(form, call.fixed ? words.slice(1) : [...words], shell) });
    } catch (error) {
      if (!(error instanceof JigError)) throw error;
      refused.push({ call, error: await explained(error, call, shell) });
    }
  }
  const [first] = refused;
  if (first && ready.length === 0) throw first.error;
  const host = await shell.host();
  for (const { call, error } of refused) shell.say(`${titlesOf([call], host)} is left out. ${error.advice}`);
  return ready;
}

/** Explains why there are no results in any language. */
async function sayNothing(held: readonly Held[], name: string, calls: LanguageCall[], shell: Shell): Promise<void> {
  const [first] = held;
  const wrong = held.find(({ outcome }) => outcome.failed && !isNotFound(outcome.value));
  // Programs that read JSON expect one document, so a single language is used.
  if (wrong || (first && shell.flags.as !== undefined)) {
    await (wrong ?? first)?.print();
    return;
  }
  const titles = titlesOf(calls, await shell.host());
  const near = held.flatMap(({ said }) => said.flatMap((text) => /Did you mean [^?]+\?/.exec(text)?.[0] ?? []));
  const unread = held.flatMap(({ said }) => said.filter((text) => /not (?:read|parsed)/i.test(text)));
  const word = JSON.stringify(name);
  const isSearch = calls[0]?.alias.rel === "definition";
  const none = isSearch ? `No declaration here contains ${word} in its name` : `Nothing here declares ${word}`;
  shell.say([`${none}. Searched: ${titles}`, ...near].join(". "));
  for (const text of unread) shell.say(text);
}

/** The error codes for a name that isn't declared. */
function isNotFound(value: unknown): boolean {
  return /not_?found/i.test(errorCodeOf(value) ?? "");
}

/** Adds the language to the message about a flag that was rejected. */
async function explained(error: JigError, { alias, tool }: LanguageCall, shell: Shell): Promise<JigError> {
  const flag = /^Unknown flag --([\w-]+)/.exec(error.message)?.[1];
  if (flag === undefined) return error;
  const host = await shell.host();
  const others = inEachLanguage(alias, host).filter(
    (each) => each.tool !== tool && formOf(each.tool, each.alias).flags.some(({ name }) => name === flag),
  );
  if (others.length === 0) return error;
  const own = titlesOf([{ alias, tool }], host);
  const instead = alias.unsupportedFlags?.[`--${flag}`];
  const command = alias.command ?? tool.name;
  return new JigError(
    error.code,
    `--${flag} is a flag of jig ${command} for ${titlesOf(others, host)}, not for ${own}`,
    {
      hint: instead ?? `jig ${command} --help shows the flags of each`,
    },
  );
}
