/** The entry point of the CLI, which parses the command line, runs the command, and sets the exit code. */
import { join } from "node:path";
import {
  type CliAlias,
  type CommandInfo,
  type DoctorLine,
  errorCode,
  type Host,
  JigError,
  readableText,
  toJigError,
} from "../host/frontend-api.ts";
import { flaggedAlias } from "./alias.ts";
import { bareWord, searchedWord } from "./bare-word.ts";
import { call, callTool } from "./call.ts";
import { completion } from "./completion.ts";
import { commandHelp, generalHelp, widthOf } from "./help.ts";
import { type HostFlags, indexOfCommand, takeHostFlags } from "./host-flags.ts";
import { describe, doctor, tools } from "./info-commands.ts";
import type { Io } from "./io.ts";
import { man } from "./man.ts";
import { pick } from "./pick/pick.ts";
import { codeOf, programCommand, programNamed, splitPlaces } from "./program-command.ts";
import { type Meaning, meaningOf } from "./resolve-command.ts";
import { settings } from "./settings/settings-command.ts";
import { settingsOf } from "./settings/settings-files.ts";
import type { Command, Shell } from "./shell.ts";
import { isDumb } from "./style.ts";
import { plain } from "./text-layout.ts";
import { type UpdateOptions, updateNotice } from "./updates/update-notice.ts";
import { wantsJson } from "./wants-json.ts";

export interface CliOptions {
  version: string;
  openHost(flags: HostFlags): Promise<Host>;
  /** Without it, there are no user settings. */
  settingsFolder?: string;
  /** Runs custom checks for `doctor`. If `open` throws, that is reported as a finding. */
  diagnose?(open: () => Promise<Host>, flags: HostFlags): Promise<DoctorLine[]>;
  /** The subcommands of other frontends: `mcp`, `tui`, `plugin`. */
  commands?: readonly Command[];
  /** The program commands of plugins, including the one with whose name jig was started. */
  programs?: readonly CommandInfo[];
  calledAs?: string;
  updates?: UpdateOptions;
  /** The default command on a terminal. */
  explorer?: string;
}

/** Returns the exit code, which is 0 for success, 1 for a failure, 2 for a usage error, and 130 if it was canceled. */
export async function runCli(argv: string[], io: Io, options: CliOptions): Promise<number> {
  let opening: Promise<Host> | undefined;
  let quiet = false;
  const { programs = [], calledAs } = options;
  const alone = programNamed(programs, calledAs);
  try {
    const { flags, rest } = alone ? { ...takeHostFlags([]), rest: [alone.name, ...argv] } : readWords(argv, programs);
    quiet = flags.quiet;
    const own = programs.map((info) => programCommand(info, info === alone));
    const shell: Shell = {
      io,
      flags,
      version: options.version,
      commands: [call, tools, describe, doctor, settings, completion, man, pick, ...(options.commands ?? []), ...own],
      host() {
        opening ??= options.openHost(flags);
        return opening;
      },
      async diagnose() {
        return await (options.diagnose?.(shell.host, flags) ?? (await shell.host()).doctor());
      },
      ...settingsOf(io, options.settingsFolder, () => shell),
      print: (text) => write(io, text),
      show: (page) => write(io, plain(page)),
      say: (text) => void (quiet || io.stderr.write(`jig: ${plain(text)}\n`)),
    };
    const code = await dispatch(rest, shell, options.explorer);
    const settingsPath = options.settingsFolder && join(options.settingsFolder, "settings.json");
    const notice =
      options.updates && (await updateNotice({ io, command: rest[0], quiet, settingsPath }, options.updates));
    if (notice) shell.say(notice);
    return code;
  } catch (thrown) {
    const error = toJigError(thrown);
    if (io.signal.aborted) return 130;
    if (!alone && wantsJson(argv))
      await write(io, JSON.stringify({ success: false, error: error.advice, code: error.code }));
    else io.stderr.write(`jig: ${plain(readableText(error.advice))}\n`);
    return codeOf(error, alone ?? programNamed(programs, argv[indexOfCommand(argv)]));
  } finally {
    await opening?.then(
      (host) => host.close(),
      () => {},
    );
  }
}

/** For programs, only the flags for roots and plugins belong to jig. */
function readWords(argv: string[], programs: readonly CommandInfo[]): { flags: HostFlags; rest: string[] } {
  const at = indexOfCommand(argv);
  const program = programNamed(programs, argv[at]);
  if (!program) return takeHostFlags(argv);
  const { places, rest } = splitPlaces(argv.slice(at + 1));
  const { flags } = takeHostFlags([...argv.slice(0, at), ...places]);
  return { flags, rest: [program.name, ...rest] };
}

async function dispatch(words: string[], shell: Shell, explorer: string | undefined): Promise<number> {
  const { io, commands, flags } = shell;
  const [first, ...rest] = words;
  const named = (name: string | undefined) => commands.find((command) => command.name === name);
  const interactive = io.stdin.isTTY && io.stdout.isTTY && !isDumb(io) ? named(explorer) : undefined;
  if (first === undefined || first === "--tui") return (interactive ?? tools).run([], shell);
  if (first === "--list-tools") return tools.run(rest, shell);
  if (first === "--version" || first === "-V" || first === "version") {
    await shell.print(flags.as === "json" ? JSON.stringify({ version: shell.version }) : shell.version);
    return 0;
  }
  if (first === "help" || first === "--help" || first === "-h") {
    const [topic] = rest;
    if (topic !== undefined) return dispatch([topic, "--help"], shell, explorer);
    await shell.show(generalHelp(commands, await shortcuts(shell), widthOf(io)));
    return 0;
  }
  const command = named(first);
  if (command) {
    if (command.ownWords || !asksHelp(command.name, rest)) return command.run(rest, shell);
    const more = await command.more?.();
    await shell.show(commandHelp(command, widthOf(io)) + (more ? `\n\n${more}` : ""));
    return 0;
  }
  const host = await shell.host();
  const flagged = host.tool(first) ? undefined : flaggedAlias(host, words);
  const target = flagged && host.tool(flagged.tool);
  if (target) return callTool(target, words, shell, flagged);
  const meaning = (rest.length > 0 ? meaningOf : meaningOr)(first, host, commands, io.cwd);
  if (meaning instanceof JigError) {
    // If `--plugins` was given, the command of the plugin takes precedence over a folder with that name.
    const isPlugin = shell.flags.plugins?.length && meaning.code === "UNAVAILABLE";
    const bare = isPlugin ? undefined : (bareWord(first, host, shell) ?? searchedWord(first, host, shell));
    if (!bare) throw meaning;
    const { command, words: given, root, question } = bare;
    const inRoot = root === undefined ? flags : { ...flags, roots: [root] };
    if (interactive && (root ?? question) !== undefined)
      return interactive.run(question === undefined ? [] : [question], { ...shell, flags: inRoot });
    const code = await command.run(given, shell);
    // It wasn't found in the workspace either, so it is probably a typing error.
    if (code === 1 && command.answers === "word" && shell.flags.as !== "json") throw meaning;
    return code;
  }
  if (!("command" in meaning)) return callTool(meaning.tool, rest, shell, meaning.alias);
  return dispatch([meaning.command.name, ...rest], shell, explorer);
}

/** Returns the error and doesn't throw it, because a single word can still be something else. */
function meaningOr(word: string, host: Host, commands: readonly Command[], cwd: string): Meaning | JigError {
  try {
    return meaningOf(word, host, commands, cwd);
  } catch (error) {
    if (error instanceof JigError && ["UNKNOWN_TOOL", "UNAVAILABLE"].includes(error.code)) return error;
    throw error;
  }
}

/** These handle `--help` after their first word themselves. */
const HELPS_ITSELF: readonly string[] = ["call", "pick", "plugin"];

function asksHelp(name: string, [first, ...rest]: string[]): boolean {
  const asks = (word: string | undefined) => word === "--help" || word === "-h";
  return asks(first) || (!HELPS_ITSELF.includes(name) && asks(rest.at(-1)));
}

/** Returns the commands of plugins. Their help should work even if the host can't be opened. */
async function shortcuts(shell: Shell): Promise<CliAlias[]> {
  const aliases = await shell.host().then(
    (host) => host.cliAliases().filter(({ tool }) => host.tool(tool)?.listed),
    () => [],
  );
  return aliases.filter(
    ({ command }, at) => command !== undefined && aliases.findIndex((each) => each.command === command) === at,
  );
}

/** Resolves when the text is written. SIGINT ends the wait for a slow reader. */
function write({ stdout, signal }: Io, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const interrupted = () => reject(new JigError("CANCELLED", "The output was closed before the end of the answer"));
    signal.addEventListener("abort", interrupted, { once: true });
    // A closed pipe (`jig tools | head -1`) isn't an error.
    if (stdout.listenerCount?.("error") === 0) stdout.on?.("error", () => {});
    stdout.write(text.endsWith("\n") ? text : `${text}\n`, (error?: Error | null) => {
      const left = errorCode(error) === "EPIPE" || stdout.destroyed;
      if (error && !left) reject(toJigError(error, "write the answer"));
      else resolve();
    });
  });
}
