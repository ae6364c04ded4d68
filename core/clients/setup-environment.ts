/** The target of a configuration: the machine, the project, and how clients start jig. */
import { readFileSync, realpathSync } from "node:fs";
import { posix, win32 } from "node:path";
import { findOnPath, isRunnable, searchPath } from "../host/frontend-api.ts";

export interface SetupEnvironment {
  /** The project: the first workspace root, or undefined outside a project. */
  root: string | undefined;
  home: string;
  platform: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** The command line that starts jig, without its words. */
  self: { command: string; args: string[] };
  /** jig's own settings folder, with copies of changed files. */
  configFolder: string;
}

/** The command in a file that a team shares: no machine's folder, so jig must be on everyone's PATH. */
export const SHARED_NAME = "jig";

/** How a client should start jig. A project's file is committed, so it never names a folder of this machine. A user's own file names a package manager's link rather than its target: the link survives an upgrade. */
export function commandLine(place: SetupEnvironment, shared: boolean): string[] {
  if (shared) return [SHARED_NAME];
  const { command, args } = place.self;
  const linked = args.length === 0 ? linkOnPath(place) : undefined;
  return linked ? [linked] : [command, ...args];
}

/** The first `jig` of the PATH that starts the running program: itself, a link to it, or npm's way to it. */
function linkOnPath({ self, environment, platform }: SetupEnvironment): string | undefined {
  const { delimiter, join } = platform === "win32" ? win32 : posix;
  const names = platform === "win32" ? ["jig.exe", "jig.cmd"] : ["jig"];
  const real = realPath(self.command);
  if (real === undefined) return undefined;
  return searchPath(environment)
    .split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => {
      const target = file.endsWith(".cmd") ? scriptOf(file) : realPath(file);
      return target !== undefined && (target === real || startsPackage(target, real, platform));
    });
}

/** The script that npm's `jig.cmd` starts, from the folder of that file. */
export function scriptIn(text: string): string | undefined {
  return /%~?dp0%?\\([^"%]+\.cjs)/i.exec(text)?.[1];
}

function scriptOf(file: string): string | undefined {
  try {
    const path = scriptIn(readFileSync(file, "utf8"));
    return path && realPath(win32.join(win32.dirname(file), path));
  } catch {
    return undefined;
  }
}

/**
 * Returns true if npm's script `shim` starts `program`: the script is in one package and the program in another, which Node finds
 * from the script's folder or from one above it.
 */
function startsPackage(shim: string, program: string, platform: string): boolean {
  if (!shim.endsWith(".cjs")) return false;
  const { dirname, join, parse, sep } = platform === "win32" ? win32 : posix;
  const modules = `${sep}node_modules${sep}`;
  const name = program.slice(program.lastIndexOf(modules) + modules.length);
  if (!program.includes(modules)) return false;
  for (let folder = dirname(shim); folder !== parse(folder).root; folder = dirname(folder)) {
    if (realPath(join(folder, "node_modules", name)) === program) return true;
  }
  return false;
}

/** Returns true if `command` of a configuration can be started: an absolute path that can be run, or a name on the PATH. */
export function canStart(command: string, environment: SetupEnvironment["environment"]): boolean {
  return /[\\/]/.test(command) ? isRunnable(command) : findOnPath(command, environment) !== undefined;
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined;
  }
}
