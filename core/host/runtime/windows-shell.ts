/**
 * How a program is started on Windows. Commands of npm and editors there are scripts (`.cmd`, `.bat`) that only the system's shell can
 * start, and that shell reads its line twice: once itself, once in the program's own way.
 */
import { win32 } from "node:path";

export interface SpawnCommand {
  command: string;
  args: string[];
  /** For `spawn`: the words are quoted already. */
  windowsVerbatimArguments?: true;
}

export function isShellScript(program: string): boolean {
  return /\.(?:cmd|bat)$/i.test(program);
}

/** The arguments of `spawn` for a program, wherever it is. `shell`: the value of `ComSpec`. */
export function spawnCommandOf(program: string, args: readonly string[], shell = "cmd.exe"): SpawnCommand {
  if (!isShellScript(program)) return { command: program, args: [...args] };
  // A script passes its words on to a program, so they are escaped twice.
  const line = [shellWord(quoteArgument(program)), ...args.map((arg) => shellWord(shellWord(quoteArgument(arg))))].join(
    " ",
  );
  return { command: shell, args: ["/d", "/s", "/c", `"${line}"`], windowsVerbatimArguments: true };
}

/** A word as the C runtime of a program takes it apart: backslashes count only in front of a quotation mark. */
export function quoteArgument(word: string): string {
  if (word !== "" && !/[\s"&|<>^()%!;,=]/.test(word)) return word;
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}

/** A caret in front of everything that means something to the shell, quotation marks too: it is then never within quotes. */
function shellWord(text: string): string {
  return text.replace(/[()%!^"<>&|;, ]/g, "^$&");
}

/** The endings that a name without one may have, in order. `pathExt`: the variable of that name. */
export function endingsOf(name: string, pathExt = ".COM;.EXE;.BAT;.CMD"): string[] {
  const known = pathExt
    .toLowerCase()
    .split(";")
    .filter((ending) => /^\.\w+$/.test(ending));
  return known.some((ending) => name.toLowerCase().endsWith(ending)) ? ["", ...known] : [...known, ""];
}

/** The file that a bare name means, by the folders of `PATH`; undefined if none has it. */
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
