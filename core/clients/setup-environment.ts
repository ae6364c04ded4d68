/** Describes the environment for the setup: the machine, the project, and jig's own command line. */
import { readFileSync, realpathSync } from "node:fs";
import { posix, win32 } from "node:path";
import { findOnPath, isRunnable, searchPath } from "../host/frontend-api.ts";

export interface SetupEnvironment {
  /** The first root of the workspace. It is undefined outside of a project. */
  root: string | undefined;
  home: string;
  platform: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** The command that starts jig, without arguments. */
  self: { command: string; args: string[] };
  /** jig's settings folder, in which the copies for undo are stored. */
  configFolder: string;
}

/** The name of the command in shared files, which must not contain local paths. Everyone needs jig on the PATH. */
export const SHARED_NAME = "jig";

/**
 * Returns the command line with which clients start jig. Project files are committed, so they never contain local paths. In
 * user files the link of a package manager is preferred over its target, because the link survives upgrades.
 */
export function commandLine(place: SetupEnvironment, shared: boolean): string[] {
  if (shared) return [SHARED_NAME];
  const { command, args } = place.self;
  const linked = args.length === 0 ? linkOnPath(place) : undefined;
  return linked ? [linked] : [command, ...args];
}

/** Returns the first `jig` on the PATH that starts this program, either directly, through a link, or through npm's wrapper. */
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

/** Returns the path of the script that npm's `jig.cmd` runs, relative to it. */
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
 * Returns true if npm's wrapper script starts `program`. They are in different packages, and Node looks for the program's
 * package from the folder of the script upwards.
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

/** Returns true for an executable file with an absolute path, and for a command on the PATH. */
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
