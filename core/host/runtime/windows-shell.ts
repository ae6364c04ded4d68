/**
 * Only used on Windows. npm and editors install their commands as scripts (`.cmd`, `.bat`), which only the shell can start.
 * This means that a command line is parsed twice, first by the shell and then by the program.
 */
import { win32 } from "node:path";

export interface SpawnCommand {
  command: string;
  args: string[];
  /** Tells `spawn` that arguments are already quoted. */
  windowsVerbatimArguments?: true;
}

export function isShellScript(program: string): boolean {
  return /\.(?:cmd|bat)$/i.test(program);
}

/** @param shell value of `ComSpec` */
export function spawnCommandOf(program: string, args: readonly string[], shell = "cmd.exe"): SpawnCommand {
  if (!isShellScript(program)) return { command: program, args: [...args] };
  // A script passes its arguments to a program, so they have to be escaped twice.
  const line = [shellWord(quoteArgument(program)), ...args.map((arg) => shellWord(shellWord(quoteArgument(arg))))].join(
    " ",
  );
  return { command: shell, args: ["/d", "/s", "/c", `"${line}"`], windowsVerbatimArguments: true };
}

/** Quotes an argument for the C runtime, which treats backslashes as special only if a quotation mark follows. */
export function quoteArgument(word: string): string {
  if (word !== "" && !/[\s"&|<>^()%!;,=]/.test(word)) return word;
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}

/**
 * Puts a caret before everything that is special to the shell, including quotation marks, so that the shell never sees any
 * quotes.
 */
function shellWord(text: string): string {
  return text.replace(/[()%!^"<>&|;, ]/g, "^$&");
}

/** Returns the extensions to try in order, for a name that has none. @param pathExt environment variable */
export function endingsOf(name: string, pathExt = ".COM;.EXE;.BAT;.CMD"): string[] {
  const known = pathExt
    .toLowerCase()
    .split(";")
    .filter((ending) => /^\.\w+$/.test(ending));
  return known.some((ending) => name.toLowerCase().endsWith(ending)) ? ["", ...known] : [...known, ""];
}

/** Searches `PATH`. */
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
