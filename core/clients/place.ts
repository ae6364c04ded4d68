/** Where a configuration is to work: the machine, the project, and how clients are to start jig. */
import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface Place {
  /** The project: the first workspace root; undefined where jig was started in no project. */
  root: string | undefined;
  home: string;
  platform: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** The command line that starts jig, without its words. */
  self: { command: string; args: string[] };
  /** jig's own folder for settings, where copies of what was changed are kept. */
  configFolder: string;
}

/**
 * How a client should start jig. A package manager's link survives an upgrade, the file behind it does not; and a file
 * that a team shares should not name one machine's folders, where the client has the user's PATH.
 */
export function commandLine(place: Place, shared: boolean): string[] {
  const { command, args } = place.self;
  const linked = args.length === 0 ? linkOnPath(place) : undefined;
  if (!linked) return [command, ...args];
  return [shared ? "jig" : linked];
}

function linkOnPath({ self, environment, platform }: Place): string | undefined {
  const name = platform === "win32" ? "jig.exe" : "jig";
  const real = realPath(self.command);
  return (environment.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find((file) => real !== undefined && realPath(file) === real);
}

/** Whether `command` of a configuration can be started: an absolute path that can be run, or a name on the PATH. */
export function canStart(command: string, environment: Place["environment"]): boolean {
  if (/[\\/]/.test(command)) return isRunnable(command);
  const endings = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];
  return (environment.PATH ?? "")
    .split(delimiter)
    .some((folder) => endings.some((ending) => folder !== "" && isRunnable(join(folder, command + ending))));
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined;
  }
}
