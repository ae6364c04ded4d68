/** Opens $EDITOR at a line. This doesn't involve a shell. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";
import { parseArgsStringToArgv } from "string-argv";
import {
  findProgram,
  JigError,
  type Location,
  type SpawnCommand,
  spawnCommandOf,
} from "../../core/host/frontend-api.ts";

export interface EditorCommand {
  command: string;
  args: string[];
  /** True if it runs in the terminal, which we have to give up until the editor exits. */
  terminal: boolean;
}

type Arguments = (file: string, line: number, column: number) => string[];

const goto: Arguments = (file, line, column) => ["-g", `${file}:${line}:${column}`];
const colons: Arguments = (file, line, column) => [`${file}:${line}:${column}`];
/** The style of vi, which most terminal editors understand. */
const plus: Arguments = (file, line) => [`+${line}`, file];

/** Editors with a window, and the form in which each of them takes a position. */
const WINDOWED: Readonly<Record<string, Arguments>> = {
  code: goto,
  "code-insiders": goto,
  codium: goto,
  vscodium: goto,
  cursor: goto,
  windsurf: goto,
  subl: colons,
  zed: colons,
  zeditor: colons,
  atom: colons,
  idea: (file, line, column) => ["--line", String(line), "--column", String(column), file],
  rider: (file, line, column) => ["--line", String(line), "--column", String(column), file],
  gvim: plus,
  mate: (file, line, column) => ["--line", `${line}:${column}`, file],
};

const IN_TERMINAL: Readonly<Record<string, Arguments>> = {
  nano: (file, line, column) => [`+${line},${column}`, file],
  hx: colons,
  helix: colons,
  micro: (file, line, column) => [`+${line}:${column}`, file],
  kak: (file, line, column) => [`+${line}:${column}`, file],
  emacs: (file, line, column) => [`+${line}:${column}`, file],
  nvim: (file, line, column) => [`+call cursor(${line}, ${column})`, file],
  vim: (file, line, column) => [`+call cursor(${line}, ${column})`, file],
};

/** Returns `$VISUAL`, then `$EDITOR`, then vi (or notepad on Windows). */
export function editorCommand(
  place: Location,
  env: Readonly<Record<string, string | undefined>>,
  platform: string = process.platform,
): EditorCommand {
  const wanted = env.VISUAL?.trim() || env.EDITOR?.trim() || (platform === "win32" ? "notepad" : "vi");
  const [command, ...given] = parseArgsStringToArgv(wanted);
  if (!command)
    throw new JigError("INVALID_ARGUMENT", `EDITOR is ${JSON.stringify(wanted)}`, { hint: "Set it to a command" });
  const { basename } = platform === "win32" ? win32 : posix;
  const name = basename(command).replace(/\.(exe|cmd|bat)$/i, "");
  const windowed = Object.hasOwn(WINDOWED, name) ? WINDOWED[name] : undefined;
  const how = windowed ?? (Object.hasOwn(IN_TERMINAL, name) ? IN_TERMINAL[name]! : plus);
  const args = [...given, ...how(place.absolute, place.startLine, place.startColumn)];
  return { command, args, terminal: windowed === undefined && name !== "notepad" };
}

/** Runs the editor. We wait until a terminal editor exits, but we don't wait for one that has a window. */
export function runEditor({ command, args, terminal }: EditorCommand): Promise<void> {
  return new Promise((resolve, reject) => {
    const { command: program, args: words, ...how } = startOnThis(command, args);
    const child = spawn(program, words, { stdio: terminal ? "inherit" : "ignore", detached: !terminal, ...how });
    child.on("error", (error) =>
      reject(
        new JigError("COMMAND_FAILED", `Cannot start the editor "${command}": ${error.message}`, {
          hint: "Set EDITOR to a command that exists",
        }),
      ),
    );
    if (terminal) child.on("close", () => resolve());
    else {
      child.on("spawn", () => resolve());
      child.unref();
    }
  });
}

/** On Windows, editors are often scripts (`code.cmd`), which can't be started by their name alone. */
function startOnThis(command: string, args: string[]): SpawnCommand {
  if (process.platform !== "win32") return { command, args };
  const { PATH: searchPath = "", PATHEXT: pathExt, ComSpec } = process.env;
  const found = /[\\/]/.test(command) ? command : findProgram(command, { searchPath, pathExt }, existsSync);
  return spawnCommandOf(found ?? command, args, ComSpec);
}
