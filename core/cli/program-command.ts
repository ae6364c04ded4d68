/** Implements plugin commands that imitate another program and parse their own arguments. */
import { fstatSync } from "node:fs";
import {
  bytesOfText,
  type CommandInfo,
  type CommandIo,
  type Host,
  hasRawBytes,
  JigError,
  readableText,
  toJigError,
} from "../host/frontend-api.ts";
import { callTool } from "./call.ts";
import { HOST_FLAGS, takeHostFlags } from "./host-flags.ts";
import type { Io } from "./io.ts";
import type { Command, Shell } from "./shell.ts";
import { createStyle } from "./style.ts";
import { createScreen } from "./terminal-screen.ts";
import { plain } from "./text-layout.ts";
import { wantsJson } from "./wants-json.ts";
import { workingFolder } from "./working-folder.ts";

/** Finds a program by its name or by an alias. */
export function programNamed(programs: readonly CommandInfo[], word: string | undefined): CommandInfo | undefined {
  return programs.find(({ name, also = [] }) => name === word || (word !== undefined && also.includes(word)));
}

/** Returns the exit code for an error. Programs can have their own codes. */
export function codeOf({ code }: JigError, info?: CommandInfo): number {
  if (code === "INTERNAL") return 1;
  return code === "INVALID_ARGUMENT" ? (info?.codes?.usage ?? 2) : 2;
}

/** `alone` is true if jig was started with the program's name. */
export function programCommand(info: CommandInfo, alone = false): Command {
  return {
    name: info.name,
    usage: info.usage,
    summary: info.summary,
    ...(info.also && { also: info.also }),
    ...(info.answers && { answers: info.answers }),
    ownWords: true,
    program: info,
    run: (words, shell) => runProgram(info, words, shell, alone),
  };
}

async function runProgram(info: CommandInfo, words: string[], shell: Shell, alone: boolean): Promise<number> {
  const host = await shell.host();
  const alias = host.cliAliases().find(({ command }) => command === info.name);
  const tool = alias && host.tool(alias.tool);
  if (!tool && !alone) {
    const end = words.indexOf("--");
    const at = words.indexOf("--json");
    const asJson = at >= 0 && (end < 0 || at < end);
    if (asJson || shell.flags.as === "json")
      return await printJson(info, asJson ? words.toSpliced(at, 1) : words, shell);
  }
  if (shell.flags.as === undefined) {
    const { io, finish } = await commandIo(info, words, shell, host, alone);
    try {
      const end = await host.runCommand(info.name, [...words], io, shell.io.signal);
      if (shell.io.signal.aborted) return 130;
      if (typeof end === "number") {
        await finish();
        return end;
      }
      words = end.tool;
    } catch (thrown) {
      if (shell.io.signal.aborted) return 130;
      const error = toJigError(thrown);
      if (!alone && wantsJson(words)) throw error;
      shell.io.stderr.write(`${info.name}: ${readableText(error.advice).replace(/\n+$/, "")}\n`);
      return codeOf(error, info);
    }
  }
  if (!tool) {
    const lacks = shell.flags.as === undefined ? "has no such flag" : "prints lines and supports no other format";
    throw new JigError("INVALID_ARGUMENT", `${info.name} ${lacks}`, {
      hint: `jig ${info.name} --help lists its flags`,
    });
  }
  const { flags, rest } = takeHostFlags(words);
  return await callTool(
    tool,
    rest,
    { ...shell, flags: { ...flags, ...whereOf(shell), ...formatOf(shell) } },
    alias,
    info.codes ?? {},
  );
}

async function printJson(info: CommandInfo, words: string[], shell: Shell): Promise<number> {
  const end = await programLines(info, words, shell, await shell.host());
  if ("tool" in end) {
    throw new JigError("INVALID_ARGUMENT", `${info.name} has no such flag`, {
      hint: `jig ${info.name} --help lists its flags`,
    });
  }
  const { lines, complaints, code } = end;
  const success = code === 0 || code === info.codes?.nothing;
  const error = complaints.length > 0 ? { [success ? "warnings" : "error"]: complaints.join("\n") } : {};
  await shell.print(JSON.stringify({ success, exit_code: code, ...error, count: lines.length, lines }));
  return code;
}

function whereOf({ flags: { roots, plugins, zoekt, readOnly, audit } }: Shell) {
  return { roots, plugins, zoekt, readOnly, ...(audit === undefined ? {} : { audit }) };
}

function formatOf({ flags: { as, all } }: Shell) {
  return { ...(as && { as }), ...(all && { all }) };
}

/** Returns the output lines of a program in a pipe, or the words that it passes on to a tool. */
export async function programLines(
  info: CommandInfo,
  words: readonly string[],
  shell: Shell,
  host: Host,
): Promise<{ lines: string[]; complaints: string[]; code: number } | { tool: string[] }> {
  const complaints: string[] = [];
  const decoder = new TextDecoder();
  let text = "";
  const { io } = await commandIo(info, words, { ...shell, io: { ...shell.io, ownStreams: false } }, host, false);
  const end = await host.runCommand(
    info.name,
    [...words],
    {
      ...io,
      terminal: undefined,
      color: false,
      async write(data) {
        text += typeof data === "string" ? readableText(data) : decoder.decode(data, { stream: true });
        return !shell.io.signal.aborted;
      },
      error: (line) => void complaints.push(line),
    },
    shell.io.signal,
  );
  return typeof end === "number"
    ? {
        lines: text
          .replace(/\n$/, "")
          .split("\n")
          .slice(text === "" ? 1 : 0),
        complaints,
        code: end,
      }
    : end;
}

interface ProgramIo {
  io: CommandIo;
  /** Reports the lines that were left out. */
  finish(): Promise<void>;
}

async function commandIo(
  info: CommandInfo,
  words: readonly string[],
  shell: Shell,
  host: Host,
  alone: boolean,
): Promise<ProgramIo> {
  const { io } = shell;
  const terminal = io.stdout.isTTY === true;
  const screen = terminal
    ? createScreen(info.pages && !shell.flags.all ? pageOf(io) : Number.POSITIVE_INFINITY)
    : undefined;
  const settings = await shell.settings();
  const roots = host.workspace.roots.map(({ path }) => path);
  const style = terminal
    ? await createStyle(io, { roots, color: settings.color, hyperlink: settings.hyperlink })
    : undefined;
  let open = true;
  const put = (data: string | Uint8Array) =>
    new Promise<boolean>((resolve, reject) => {
      // The program stops quietly if the reader closes the pipe (`jig fd | head -1`).
      if (io.stdout.listenerCount?.("error") === 0) io.stdout.on?.("error", () => {});
      io.stdout.write(data, (error?: Error | null) => {
        const code = error && "code" in error ? error.code : undefined;
        if (error && code !== "EPIPE" && !io.stdout.destroyed) reject(toJigError(error, "write the answer"));
        open &&= !error && io.stdout.destroyed !== true;
        resolve(open);
      });
    });
  return {
    io: {
      info,
      alone,
      cwd: workingFolder(shell, host),
      hasInput: inputWaits(io),
      color: style ? style.paint("x", "match") !== "x" : settings.color === "always",
      sharesStdout: io.ownStreams === true && !terminal,
      terminal: style && {
        columns: io.stdout.columns || 80,
        rows: pageOf(io),
        link: (text, absolute) => style.link(text, { absolute, display: text, startLine: 1, startColumn: 1 }),
      },
      input: () => io.stdin,
      async write(data) {
        if (!open || io.signal.aborted) return false;
        if (!screen) {
          const isRaw = typeof data === "string" && hasRawBytes(data);
          return data.length === 0 ? true : await put(isRaw ? bytesOfText(data) : data);
        }
        const { text, more } = screen.take(typeof data === "string" ? readableText(data) : data);
        if (text !== "" && !(await put(text))) return false;
        return more;
      },
      error: (text) => void io.stderr.write(`${plain(readableText(text))}\n`),
    },
    async finish() {
      const rest = screen?.end();
      if (rest?.text) await put(rest.text);
      if (rest?.hidden) shell.say(`${rest.hidden}; jig --all ${[info.name, ...words].join(" ")} prints all`);
    },
  };
}

/** Returns the height of the screen without the prompt and the footer. */
function pageOf({ stdout }: Io): number {
  return Math.max(10, (stdout.rows || 24) - 3);
}

/** Pipes and files have input. A socket usually doesn't, because it belongs to a parent process that never writes to it. */
function inputWaits({ stdin, ownStreams }: Io): boolean {
  if (!ownStreams) return stdin.isTTY !== true && stdin.readableLength > 0;
  try {
    const stat = fstatSync(0);
    return stat.isFIFO() || stat.isFile();
  } catch {
    return false; // The parent process has closed it.
  }
}

/** Flags for roots and plugins may follow the words of a program, since no program has flags with these names. */
const WHERE = new Set(["--root", "--plugins", "--zoekt", "--read-only", "--audit"]);

/** Separates jig's flags for roots and plugins from the program's own words. */
export function splitPlaces(words: readonly string[]): { places: string[]; rest: string[] } {
  const places: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") {
      rest.push(...words.slice(at));
      break;
    }
    const name = word.split("=", 1)[0]!;
    if (!WHERE.has(name)) rest.push(word);
    else {
      const takesValue = HOST_FLAGS.find((flag) => `--${flag.name}` === name)?.kind !== "boolean";
      places.push(word);
      if (takesValue && !word.includes("=")) places.push(...words.slice(++at, at + 1));
    }
  }
  return { places, rest };
}
