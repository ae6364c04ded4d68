/** `jig pick <tool> …`: runs the call, lets a person choose among its rows, and prints what was chosen, for pipes. */
import { type Host, JigError, type JsonObject, type Outcome, type Row, type ToolInfo } from "../host/frontend-api.ts";
import { formOf, readCall } from "./call-input.ts";
import { option } from "./flags.ts";
import { toolHelp, widthOf } from "./help.ts";
import type { Choice } from "./pick-list.ts";
import { readFlags } from "./read-flags.ts";
import { meaningOf } from "./resolve-command.ts";
import type { Command, Shell } from "./shell.ts";
import { plain } from "./text-layout.ts";

const PRINTS = ["place", "path", "text"] as const;
const PRINT = option("print", PRINTS.join("|"), "In front of the tool: what of a row is printed. Default: place.", {
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
    const meaning = meaningOf(name, host, shell.commands);
    if ("command" in meaning) throw new JigError("INVALID_ARGUMENT", `"${name}" is a command and has no rows to pick`);
    const form = formOf(meaning.tool, meaning.alias);
    const read = await readCall(form, rest, shell);
    if (read.help) {
      await shell.show(toolHelp(form, widthOf(shell.io)));
      return 0;
    }
    const choices = await rowsOf(host, form.tool, read.input, shell, String(values.get(PRINT) ?? "place"));
    if (choices.length === 0) return 1;
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

/** Rows of the answer, of all its pages with `--all`. */
async function rowsOf(host: Host, tool: ToolInfo, input: JsonObject, shell: Shell, print: string): Promise<Choice[]> {
  const { signal } = shell.io;
  const hasLines = tool.output.rows?.some(({ location, code }) => location?.line !== undefined || code) ?? false;
  const choices: Choice[] = [];
  for (let read = input; ; ) {
    const outcome: Outcome = await host.invoke(tool.name, read, { signal });
    if (signal.aborted) throw new JigError("CANCELLED", "The call was cancelled");
    const { rows } = await host.view(tool.name, outcome, read);
    if (outcome.failed) {
      for (const { text } of rows) shell.say(text);
      return [];
    }
    choices.push(...rows.flatMap((row) => choiceOf(row, hasLines, print)));
    if (!shell.flags.all || !outcome.next) break;
    read = { ...read, ...outcome.next };
  }
  if (choices.length === 0) shell.say("The answer has no rows");
  return choices;
}

function choiceOf({ text, location, tone }: Row, hasLines: boolean, print: string): Choice[] {
  const line = plain(text).replace(/\s+/g, " ").trim();
  // Lines around a match are no answer of their own.
  if (tone === "muted" || (line === "" && !location)) return [];
  if (!location) return [{ text: line, print: line }];
  const { display, startLine, startColumn } = location;
  const place = hasLines ? `${display}:${startLine}:${startColumn}` : display;
  const shown = line.includes(display) ? line : hasLines ? `${display}:${startLine}: ${line}` : `${display}  ${line}`;
  return [{ text: plain(shown), print: plain(print === "path" ? display : print === "text" ? line : place) }];
}
