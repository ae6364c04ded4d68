/** Looks up programs on the PATH in the same way as a shell. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findProgram } from "./windows-shell.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export function findOnPath(name: string, environment: Environment): string | undefined {
  if (name === "") return undefined;
  const folders = searchPath(environment);
  if (process.platform === "win32")
    return findProgram(name, { searchPath: folders, pathExt: environment.PATHEXT }, isRunnable);
  return folders
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isRunnable);
}

/** Returns the value of PATH. On Windows the name of this variable ignores case, so we have to look for any spelling of it. */
export function searchPath(environment: Environment): string {
  const name = Object.keys(environment).find((key) => key.toUpperCase() === "PATH");
  return (name && environment[name]) || "";
}

export function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
