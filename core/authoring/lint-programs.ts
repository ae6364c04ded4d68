/** Contains rules for programs, which are the commands of handlers and `permissions.run`. */
import { existsSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import {
  didYouMean,
  findOnPath,
  isInside,
  type ManifestFault,
  meantCommand,
  type PluginFile,
  type Runtime,
  runEntryFault,
  shellQuoted,
  whyUnstartable,
} from "../host/frontend-api.ts";

interface ProgramFault extends ManifestFault {
  level: "error" | "warning";
}

export function lintPrograms(file: PluginFile, folder: string, environment: Runtime["environment"]): ProgramFault[] {
  const isProgram = (name: string) => findOnPath(name, environment) !== undefined;
  const entries = (file.permissions.run ?? []).flatMap((entry, at): ProgramFault[] => {
    const fault = isProgram(entry) ? undefined : runEntryFault(entry);
    return fault ? [{ level: "error", where: `permissions.run.${at}`, ...fault }] : [];
  });
  const commands = Object.entries(file.tools).flatMap(([name, { handler }]) =>
    typeof handler === "string"
      ? []
      : lintCommand(handler.command, `tools.${name}.handler.command`, folder, environment, file.permissions.run),
  );
  return [...entries, ...commands];
}

/** Matches a script that is an argument of a program. */
const ANY_SCRIPT = /^[\w./-]+\.(?:py|rb|pl|sh|lua|php|js|mjs|cjs|ts)$/;
const SCRIPT = new RegExp(`^(?!\\/|\\.\\/)${ANY_SCRIPT.source.slice(1)}`);
/** Words that only a shell understands. */
const FOR_SHELL = /^(?:&&?|\|\|?|\d?>>?|<|\d?>&\d|\$\{?[A-Za-z_]\w*\}?|~\/.*)$/;

/** Programs that handlers often start, which we suggest for a mistyped name if they are on the PATH. */
const KNOWN = ["bash", "bun", "cargo", "deno", "go", "node", "perl", "php", "python", "python3", "ruby", "sh"];

/** Checks that the program is on the PATH and the script is in the plugin. */
function lintCommand(
  [program = "", ...words]: readonly string[],
  where: string,
  folder: string,
  environment: Runtime["environment"],
  granted: readonly string[] = [],
): ProgramFault[] {
  const found: ProgramFault[] = [];
  const find = (level: ProgramFault["level"], at: number, { what, write }: Omit<ManifestFault, "where">) =>
    found.push({ level, where: `${where}.${at}`, what, write });
  const meant = meantCommand(program, words);
  // Without the permission, the manifest's own check reports a command line.
  const isReported = meant !== undefined && !granted.includes(program);
  if (!isReported && !/[\\/]/.test(program) && findOnPath(program, environment) === undefined) {
    const near = didYouMean(
      program,
      KNOWN.filter((name) => findOnPath(name, environment) !== undefined),
    );
    const other = near === undefined ? "Install it, or name another program" : `Write "${near}", or install it`;
    find("error", 0, {
      what: meant ? `is "${program}", which ${meant.what}` : `names ${program}, which is not on the PATH`,
      write: meant ? `Write ${JSON.stringify(meant.command)}` : other,
    });
  }
  const own = program.startsWith("./") && existsSync(join(folder, program)) ? join(folder, program) : undefined;
  const fault = own === undefined ? undefined : whyUnstartable(own, environment, shellQuoted(own));
  if (fault) find("error", 0, { what: `names ${program}, which ${fault.what}`, write: fault.write });
  for (const [at, word] of [program, ...words].entries()) {
    if (!isAbsolute(word) || !(isInside(folder, word) || (at > 0 && ANY_SCRIPT.test(word)))) continue;
    const isOwn = isInside(folder, word);
    const what = `is ${JSON.stringify(word)}, a path that only this machine has`;
    const own = `${at === 0 ? "./" : ""}${relative(folder, word)}`;
    const write = isOwn ? `Write "${own}"` : "Copy the script into the plugin's folder, and write its name";
    find("error", at, { what, write });
  }
  const at = words.findIndex((word) => SCRIPT.test(word));
  const script = words[at];
  if (script !== undefined && !existsSync(join(folder, script))) {
    const what = `names ${script}, which does not exist`;
    find("error", at + 1, { what, write: "Write or build the file, or correct the path" });
  }
  // The value of an option may look the same, as in `cut -d "|"`.
  const odd = words.findIndex((word, index) => FOR_SHELL.test(word) && !/^-/.test(words[index - 1] ?? ""));
  if (odd >= 0) {
    const what = `is "${words[odd]}", which reaches the program unchanged: there is no shell`;
    find("warning", odd + 1, { what, write: 'Remove it, or start a shell: "command": ["sh", "-c", "…"]' });
  }
  return found;
}
