/** Environment for setup: machine, project, and jig's own command line. */
import { readFileSync, realpathSync } from "node:fs";
import { posix, win32 } from "node:path";
import { findOnPath, isRunnable, searchPath } from "../host/frontend-api.ts";

export interface SetupEnvironment {
  /** First workspace root. Undefined outside a project. */
  root: string | undefined;
  home: string;
  platform: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Command that starts jig, without arguments. */
  self: { command: string; args: string[] };
  /** jig's settings folder. Undo copies are stored here. */
  configFolder: string;
}

/** Command name for shared files, which mustn't contain local paths. Everyone needs jig on PATH. */
export const SHARED_NAME = "jig";

/**
 * Command line for clients to start jig. Project files are committed, so they never contain local paths. In user files we prefer a
 * package manager's link over its target, because the link survives upgrades.
 */
export function commandLine(place: SetupEnvironment, shared: boolean): string[] {
  if (shared) return [SHARED_NAME];
  const { command, args } = place.self;
  const linked = args.length === 0 ? linkOnPath(place) : undefined;
  return linked ? [linked] : [command, ...args];
}

/** First `jig` on PATH that starts this program: directly, via a link, or via npm's wrapper. */
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

/** Path of the script that npm's `jig.cmd` runs, relative to it. */
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
 * True if npm's wrapper script starts `program`. They're in different packages; Node looks for the program's package from the
 * script's folder upwards.
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

/** True for an executable file with an absolute path, and for a command on PATH. */
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
