/** Runs work in jig's own folders. Errors name the folder and the variable that selects another one. */
import { errorCode } from "../contract/error-parts.ts";
import { JigError } from "../contract/errors.ts";
import { resourceErrorOf } from "../contract/resource-errors.ts";

/** The variable that selects another folder. */
export type FolderVariable = "XDG_CACHE_HOME" | "XDG_CONFIG_HOME" | "XDG_STATE_HOME" | "TMPDIR";

const REFUSALS: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOTDIR: "a file is where a folder should be",
};

/** Throws UNAVAILABLE if the disk is full or the folder is not writable. */
export function inOwnFolder<Result>(folder: string, variable: FolderVariable, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw ownFolderError(error, folder, variable) ?? error;
  }
}

/** Returns undefined if the error is not about the folder. */
export function ownFolderError(error: unknown, folder: string, variable: FolderVariable): JigError | undefined {
  const code = errorCode(error);
  const resource = resourceErrorOf(error, folder);
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  if (!resource && !refusal) return undefined;
  const text = resource?.message ?? `Cannot write in ${JSON.stringify(folder)}: ${refusal}`;
  const instead = `name another folder with ${variable}`;
  const full = resource && resource.code !== "PERMISSION_DENIED";
  return new JigError("UNAVAILABLE", text, {
    hint: full ? `${resource.hint}, or ${instead}` : `${instead.charAt(0).toUpperCase()}${instead.slice(1)}`,
    cause: error,
  });
}
