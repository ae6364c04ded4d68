/** Recognizes command lines and scripts that were written in place of the name of a program. */

/** The interpreters of scripts by their extension. */
const INTERPRETERS: Record<string, string> = {
  py: "python3",
  sh: "sh",
  bash: "bash",
  js: "node",
  mjs: "node",
  cjs: "node",
  ts: "node",
  rb: "ruby",
  pl: "perl",
  lua: "lua",
  php: "php",
};
const SHELL_WORD = /[|&;<>$`*~]/;

/** The command for a handler that was meant. Its first word is the program. */
export interface MeantCommand {
  command: readonly [string, ...string[]];
  what: string;
  needsShell: boolean;
}

/** `words` are the arguments that follow. It returns undefined for the name or the absolute path of a program. */
export function meantCommand(written: string, words: readonly string[] = []): MeantCommand | undefined {
  if (/^(\/|[A-Za-z]:[\\/])/.test(written) && !/\s-|[|&;<>$`*]/.test(written)) return undefined;
  const [first = "", ...others] = written.trim().split(/\s+/);
  if (SHELL_WORD.test(written))
    return {
      command: ["sh", "-c", [written, ...words].join(" ")],
      what: "is a shell command, not a program",
      needsShell: true,
    };
  if (others.length > 0)
    return {
      command: [first, ...others, ...words],
      what: "is a command line, not only the program",
      needsShell: false,
    };
  const extension = /^[^\\/].*\.(\w+)$/.exec(first)?.[1] ?? "";
  const interpreter = Object.hasOwn(INTERPRETERS, extension) ? INTERPRETERS[extension] : undefined;
  if (interpreter === undefined) return undefined;
  const script = first.replace(/^\.\//, "");
  return { command: [interpreter, script, ...words], what: "is a script, not a program", needsShell: false };
}

/** Gives advice for an entry of `permissions.run`, or returns undefined if the entry is fine. */
export function runEntryFault(entry: string): { what: string; write: string } | undefined {
  if (entry.startsWith("./") && !/\s/.test(entry)) {
    const what = `is "${entry}", a file of the plugin, which needs no permission`;
    const script = meantCommand(entry)?.command;
    const write = script ? `Write "${script[0]}", the program that runs it` : "Remove it";
    return { what, write: `${write}. The handler is "command": ${JSON.stringify(script ?? [entry])}` };
  }
  if (entry === "*") return { what: 'is "*"', write: "Write each program by its name" };
  const meant = meantCommand(entry);
  if (!meant) return undefined;
  const { command, what, needsShell } = meant;
  const place = `the rest belongs in the handler: "command": ${JSON.stringify(command)}`;
  const shell = needsShell ? ". Commands start without a shell unless they name one" : "";
  return { what: `is ${JSON.stringify(entry)}, which ${what}`, write: `Write "${command[0]}"; ${place}${shell}` };
}
