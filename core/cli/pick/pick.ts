/** Implements `jig pick <tool> …`, which lets the user choose from the rows of a call and prints the chosen ones. */
import {
  type Host,
  JigError,
  type JsonObject,
  type Outcome,
  type Row,
  type ToolInfo,
} from "../../host/frontend-api.ts";
import { asksHelp, questionIn } from "../call.ts";
import { type CallForm, formOf, readCall } from "../call-input.ts";
import { type Failure, failureOf } from "../failed-answer.ts";
import { option } from "../flags.ts";
import { toolHelp, widthOf } from "../help.ts";
import { readyCalls } from "../languages/ask-languages.ts";
import type { LanguageCall } from "../languages/by-language.ts";
import { programLines } from "../program-command.ts";
import { readFlags } from "../read-flags.ts";
import { findTool, meaningOf } from "../resolve-command.ts";
import type { Command, Shell } from "../shell.ts";
import { plain } from "../text-layout.ts";
import type { Choice } from "./pick-list.ts";

const PRINTS = ["place", "path", "text"] as const;
const PRINT = option("print", PRINTS.join("|"), "Before the tool: the part of a row to print. Default: place.", {
  choices: [...PRINTS],
});

export const pick: Command = {
  name: "pick",
  usage: "[--print WHAT] <tool> [words] [flags]",
  summary: "Choose among the rows of an answer, and print them: vim $(jig pick --print path grep TODO)",
  flags: [PRINT],
  also: ["choose", "select", "fzf"],
  async run(words, shell) {
    const at = words.findIndex((word, index) => !word.startsWith("-") && words[index - 1] !== "--print");
    const { values } = readFlags(at === -1 ? words : words.slice(0, at), [PRINT]);
    const [name, ...rest] = at === -1 ? [] : words.slice(at);
    if (name === undefined)
      throw new JigError("INVALID_ARGUMENT", "pick needs the name of a tool", {
        hint: "For example: jig pick grep TODO",
      });
    const host = await shell.host();
    const print = String(values.get(PRINT) ?? "place");
    const choices = await choicesOf(host, name, rest, shell, print);
    if (choices === "help") return 0;
    if (choices === "failed") return 1;
    if (choices === "refused") return 2;
    if (choices.length === 0) {
      shell.say("There is nothing to choose from");
      return 1;
    }
    const [{ createPickList }, { choose }] = await Promise.all([
      import("./pick-list.ts"),
      import("./pick-terminal.ts"),
    ]);
    const title = `jig ${[name, ...rest].join(" ")}`;
    const chosen = await choose(createPickList(plain(title).slice(0, 60), choices), shell.io);
    if (!chosen) return 130;
    await shell.print(chosen.map(({ print }) => print).join("\n"));
    return 0;
  },
};

/** Returns the rows of a tool, or the output lines of a command like `ls`. */
async function choicesOf(
  host: Host,
  name: string,
  rest: string[],
  shell: Shell,
  print: string,
): Promise<Choice[] | "help" | Failure> {
  const program = shell.commands.find((command) => command.name === name || command.also?.includes(name))?.program;
  const alias = host.cliAliases().find(({ command, tool }) => command === name && host.tool(tool));
  const meaning = program && !alias ? undefined : meaningOf(name, host, shell.commands, shell.io.cwd);
  if (meaning && "command" in meaning)
    throw new JigError("INVALID_ARGUMENT", `"${name}" is a command and has no rows to pick`);
  let words = rest;
  if (program && (!meaning || !(await isUnderstood(formOf(meaning.tool, meaning.alias), rest, shell)))) {
    const end = await programLines(program, rest, shell, host);
    if ("lines" in end) for (const complaint of end.complaints) shell.say(complaint);
    if ("lines" in end) return end.lines.filter((line) => line !== "").map((line) => choiceOfLine(line, print));
    words = end.tool;
  }
  const form = meaning ? formOf(meaning.tool, meaning.alias) : formOf(findTool(host, name, shell.io.cwd));
  const rel = meaning?.alias?.rel;
  if (meaning?.alias && rel !== undefined && rel !== "members" && !asksHelp(words)) {
    const asked = await questionIn(form, meaning.alias, words, shell);
    if (asked) return await rowsOfLanguages(host, asked.question.calls, asked.placed, shell, print);
  }
  const read = await readCall(form, words, shell);
  if (read.help) {
    await shell.show(toolHelp(form, widthOf(shell.io)));
    return "help";
  }
  return await rowsOf(host, form.tool, read.input, shell, print);
}

/** Returns the rows of all languages. Errors are only printed if there aren't any rows. */
async function rowsOfLanguages(
  host: Host,
  calls: readonly LanguageCall[],
  words: readonly string[],
  shell: Shell,
  print: string,
): Promise<Choice[] | Failure> {
  const choices: Choice[] = [];
  const faults: string[] = [];
  const failures: Failure[] = [];
  for (const { form, read } of await readyCalls(calls, words, shell)) {
    const own = { ...shell, say: (text: string) => void faults.push(text) };
    const rows = await rowsOf(host, form.tool, read.input, own, print);
    if (Array.isArray(rows)) choices.push(...rows);
    else failures.push(rows);
  }
  if (choices.length > 0 || faults.length === 0) return choices;
  for (const text of faults) shell.say(text);
  return failures.includes("failed") ? "failed" : "refused";
}

/** The tool is preferred because its rows have locations. If it doesn't accept the words, the program runs. */
async function isUnderstood(form: CallForm, words: string[], shell: Shell): Promise<boolean> {
  try {
    await readCall(form, [...words], shell);
    return true;
  } catch (error) {
    if (error instanceof JigError && error.code === "INVALID_ARGUMENT") return false;
    throw error;
  }
}

/** Parses `path:12:5: text` and `path:12:text`. Any other line is a path or plain text. */
function choiceOfLine(raw: string, print: string): Choice {
  const line = plain(raw);
  const found = /^(.+?):(\d+)(?::(\d+))?:/.exec(line);
  if (!found) return { text: line, print: line };
  const [whole, path, row, column = "1"] = found;
  const texts: Record<string, string> = {
    place: `${path}:${row}:${column}`,
    path: path!,
    text: line.slice(whole.length).trim(),
  };
  return { text: line, print: texts[print] ?? line };
}

/** Follows all pages. */
async function rowsOf(
  host: Host,
  tool: ToolInfo,
  input: JsonObject,
  shell: Shell,
  print: string,
): Promise<Choice[] | Failure> {
  const { signal } = shell.io;
  const hasLines = tool.output.rows?.some(({ location, code }) => location?.line !== undefined || code) ?? false;
  const all: Row[] = [];
  for (let read = input; ; ) {
    const outcome: Outcome = await host.invoke(tool.name, read, { signal });
    if (signal.aborted) throw new JigError("CANCELLED", "The call was cancelled");
    const { rows } = await host.view(tool.name, outcome, read);
    if (outcome.failed) {
      for (const { text } of rows) shell.say(text);
      return failureOf(outcome);
    }
    all.push(...rows);
    if (!outcome.next) break;
    read = { ...read, ...outcome.next };
  }
  // If some rows have a location, those without are headings.
  const hasPlaces = all.some(({ location }) => location !== undefined);
  return all.flatMap((row) => (hasPlaces && !row.location ? [] : choiceOf(row, hasLines, print)));
}

function choiceOf({ text, location, tone }: Row, hasLines: boolean, print: string): Choice[] {
  const line = plain(text).replace(/\s+/g, " ").trim();
  // Lines of context can't be chosen.
  if (tone === "muted" || (line === "" && !location)) return [];
  if (!location) return [{ text: line, print: line }];
  const { display, startLine, startColumn } = location;
  const place = hasLines ? `${display}:${startLine}:${startColumn}` : display;
  const shown = line.includes(display) ? line : hasLines ? `${display}:${startLine}: ${line}` : `${display}  ${line}`;
  const whole = plain(shown);
  const path = hasLines ? -1 : whole.indexOf(display);
  const name = path === -1 ? {} : { name: [path + display.lastIndexOf("/") + 1, path + display.length] as const };
  return [{ text: whole, ...name, print: plain(print === "path" ? display : print === "text" ? line : place) }];
}
