/** `jig call <tool>`: one call, its answer on stdout. */
import { join } from "node:path";
import {
  type CliAlias,
  type CommandInfo,
  type Host,
  JigError,
  type JsonObject,
  type Outcome,
  STANDARD_PARAMETERS,
  shellQuoted,
  type ToolInfo,
  writeAtomically,
} from "../host/frontend-api.ts";
import { callInOtherLanguage, sameInOtherLanguages } from "./by-language.ts";
import { CALL_FLAGS, type CallForm, formOf, type ReadCall, readCall } from "./call-input.ts";
import { kebab } from "./flags.ts";
import { toolHelp, widthOf } from "./help.ts";
import { type PrintOptions, render } from "./print.ts";
import { printOutline } from "./print-outline.ts";
import { progressLine } from "./progress-line.ts";
import { findTool } from "./resolve-command.ts";
import type { Command, Shell } from "./shell.ts";
import { createStyle, isDumb } from "./style.ts";
import { drawSvg } from "./svg-output.ts";
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
    return callTool(findTool(await shell.host(), name), words, shell);
  },
};

/** `codes`: the exit codes of the program that the alias borrows from. */
export async function callTool(
  tool: ToolInfo,
  words: string[],
  shell: Shell,
  alias?: CliAlias,
  codes?: CommandInfo["codes"],
): Promise<number> {
  const form = formOf(tool, alias);
  if (!alias) return await answer(form, words, shell);
  if (codes) return await answer(form, words, shell, { codes });
  const host = await shell.host();
  const outline = alias.rel === "members" && shell.commands.find(({ answers }) => answers === "outline");
  if (outline && (await namesFolder(words, host))) return await outline.run(words, shell);
  const named = withNameFirst(words, form);
  const instead = await callInOtherLanguage(alias, tool, named, host, shell.io.signal);
  if (!instead) return await answer(form, words, shell, { question: named });
  if ("alias" in instead) return await callTool(findTool(host, instead.alias.tool), named, shell, instead.alias);
  if ("declarations" in instead) return await printOutline(instead, named.slice(1), shell);
  const its = host.cliAliases().find((each) => each.rel === alias.rel && each.tool === instead.tool.name);
  const known = { ...(its ?? alias), fixed: { ...its?.fixed, ...instead.input } };
  return await answer(formOf(instead.tool, known), named.slice(1), shell, { question: named });
}

interface Asked {
  /** Words that begin with a name: other languages may have it too. */
  question?: readonly string[];
  codes?: CommandInfo["codes"];
}

/** Calls the tool. Resolves to the exit code. */
async function answer(form: CallForm, words: string[], shell: Shell, { question, codes }: Asked = {}): Promise<number> {
  const { tool, alias } = form;
  const read = await readCall(form, words, shell);
  if (read.help) {
    await shell.show(toolHelp(form, widthOf(shell.io)));
    return 0;
  }
  const end = await invoke(form, read, words, shell);
  const others = alias && question ? sameInOtherLanguages(alias, tool, question, await shell.host()) : [];
  if (others.length > 0) shell.say(`Other languages may have the name too: ${others.join(", ")}`);
  if (end === "failed") return codes ? (codes.failed ?? 2) : 1;
  // A question about a name ends as grep does.
  const nothing = codes ? codes.nothing : alias?.rel && 1;
  return end === "nothing" ? (nothing ?? 0) : 0;
}

/** `--name-path Player …` as `Player …`, so that a language is chosen by the name. */
function withNameFirst(words: string[], { slots: [main], synonyms }: CallForm): string[] {
  const [first = "", second, ...rest] = words;
  const [, flag = "", value] = /^--([\w-]+)(?:=(.*))?$/s.exec(first) ?? [];
  const parameter = main?.flag.parameter ?? "";
  const spellings = Object.entries(synonyms).flatMap(([name, to]) => (targets(to).includes(parameter) ? [name] : []));
  if (![parameter, ...spellings].some((name) => kebab(name) === kebab(flag))) return words;
  const [name = "", ...others] = value === undefined ? [second, ...rest] : [value, ...words.slice(1)];
  return name === "" || name.startsWith("-") ? words : [name, ...others];
}

/** True if the only word besides flags is a folder. */
async function namesFolder(words: readonly string[], host: Host): Promise<boolean> {
  const [path, ...more] = words.filter((word) => !word.startsWith("-"));
  if (path === undefined || more.length > 0 || words.some((word) => word === "--help" || word === "-h")) return false;
  const place = await host.workspace.resolve(path, { expect: "any" }).catch(() => undefined);
  return place?.kind === "directory";
}

async function invoke(
  { tool, alias }: CallForm,
  { input, ...read }: ReadCall,
  words: readonly string[],
  shell: Shell,
): Promise<"answered" | "nothing" | "failed"> {
  const { io, flags } = shell;
  if (flags.as === "svg") return (await drawSvg(tool, input, shell)) === 0 ? "answered" : "failed";
  const host = await shell.host();
  const settings = await shell.settings();
  const style = await createStyle(io, {
    roots: host.workspace.roots.map((root) => root.path),
    color: read.color ?? settings.color,
    hyperlink: read.hyperlink ?? settings.hyperlink,
  });
  const as = flags.as ?? settings.as;
  const lines = alias?.command !== undefined;
  const options: PrintOptions = { style, lines, ...(as && { as }), ...(alias?.show && { show: alias.show }) };
  const quiet = flags.quiet || settings.quiet === true;
  const progress = io.stderr.isTTY === true && !isDumb(io) && !quiet ? progressLine(io) : undefined;
  // Lines for a pipe are whole unless the call names a length.
  const printsLines = lines && as === undefined && !style.terminal;
  const whole =
    flags.all || (printsLines && !Object.keys(STANDARD_PARAMETERS).some((name) => Object.hasOwn(input, name)));
  let found = false;
  for (let current: JsonObject = input; ; ) {
    const outcome = await host.invoke(tool.name, current, {
      signal: io.signal,
      ...(progress && { onProgress: progress.report }),
    });
    progress?.clear();
    if (io.signal.aborted) throw new JigError("CANCELLED", "The call was cancelled");
    const { failed = false, next } = outcome;
    const goesOn = whole && !failed && next !== undefined;
    const cutShort = lines && !goesOn && !failed && next !== undefined && as === undefined;
    const shown = whole || cutShort ? withoutNext(outcome) : outcome;
    const { text, notices } = await render(host, tool, current, shown, options);
    const hasRows = async () => (await host.view(tool.name, shown, current)).rows.length > 0;
    found ||= text !== "" && (as === undefined || alias === undefined || (await hasRows()));
    if (text !== "") await shell.print(text);
    else if (alias?.rel !== undefined && !failed) shell.say("Nothing was found");
    else if (style.terminal) shell.say("The answer is empty");
    for (const notice of notices) shell.say(notice);
    if (cutShort)
      shell.say(
        `Not all are shown; jig --all ${[alias?.command ?? tool.name, ...words].map(shellQuoted).join(" ")} prints all`,
      );
    if (failed && read.swallowed) shell.say(read.swallowed);
    await saveMedia(host, outcome, shell);
    // One page after the other, each printed as it comes: a document a line in JSON.
    if (failed) return "failed";
    if (!goesOn || io.stdout.destroyed === true) return found ? "answered" : "nothing";
    current = { ...current, ...next };
  }
}

/** Text that continues by itself does not say how; who parses JSON may want to know. */
function withoutNext({ next: _, page: __, ...outcome }: Outcome): Outcome {
  return outcome;
}

/** Pictures go to files: a terminal cannot show them, a script wants a file. */
async function saveMedia(host: Host, { media = [] }: Outcome, { io, say }: Shell): Promise<void> {
  for (const [index, each] of media.entries()) {
    if ("path" in each) {
      say(`${each.title ?? each.mimeType}: ${each.path}`);
      continue;
    }
    const bytes = await host.mediaBytes(each, MAX_MEDIA_BYTES);
    if (bytes === undefined) continue;
    const path = join(io.cwd, `jig-${Date.now()}-${index + 1}.${each.mimeType.split("/")[1]!.replace(/\W.*/, "")}`);
    writeAtomically(path, Buffer.from(bytes, "base64"), { replace: false });
    say(`${each.title ?? each.mimeType}: ${path}`);
  }
}

const MAX_MEDIA_BYTES = 256 * 1024 * 1024;
