/**
 * Starts programs on Windows. Commands of npm and editors are scripts (`.cmd`, `.bat`) that only the system's shell can start.
 * Their command line is parsed twice, by the shell and by the program.
 */
import { win32 } from "node:path";

export interface SpawnCommand {
  command: string;
  args: string[];
  /** An option of `spawn`: arguments are already quoted. */
  windowsVerbatimArguments?: true;
}

export function isShellScript(program: string): boolean {
  return /\.(?:cmd|bat)$/i.test(program);
}

/** Returns arguments for `spawn`. `shell` is the value of `ComSpec`. */
export function spawnCommandOf(program: string, args: readonly string[], shell = "cmd.exe"): SpawnCommand {
  if (!isShellScript(program)) return { command: program, args: [...args] };
  // A script passes its arguments on to a program, so escape them twice.
  const line = [shellWord(quoteArgument(program)), ...args.map((arg) => shellWord(shellWord(quoteArgument(arg))))].join(
    " ",
  );
  return { command: shell, args: ["/d", "/s", "/c", `"${line}"`], windowsVerbatimArguments: true };
}

/** Quotes an argument for the C runtime, which treats backslashes as special only before a quotation mark. */
export function quoteArgument(word: string): string {
  if (word !== "" && !/[\s"&|<>^()%!;,=]/.test(word)) return word;
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}

/** Escapes every special character of the shell with a caret. This includes quotation marks, so the shell never sees quotes. */
function shellWord(text: string): string {
  return text.replace(/[()%!^"<>&|;, ]/g, "^$&");
}

/** Returns the extensions to try for a name without one, in order. `pathExt` is the environment variable. */
export function endingsOf(name: string, pathExt = ".COM;.EXE;.BAT;.CMD"): string[] {
  const known = pathExt
    .toLowerCase()
    .split(";")
    .filter((ending) => /^\.\w+$/.test(ending));
  return known.some((ending) => name.toLowerCase().endsWith(ending)) ? ["", ...known] : [...known, ""];
}

/** Finds a program in the folders of `PATH`. */
export function findProgram(
  name: string,
  { searchPath, pathExt }: { searchPath: string; pathExt?: string | undefined },
  isThere: (file: string) => boolean,
): string | undefined {
  const folders = searchPath.split(win32.delimiter).filter((folder) => folder !== "");
  return folders
    .flatMap((folder) => endingsOf(name, pathExt).map((ending) => win32.join(folder, name + ending)))
    .find(isThere);
}
