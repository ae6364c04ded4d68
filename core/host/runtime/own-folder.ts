/** Runs work in jig's own folders, so that errors mention the folder and how to select another one. */
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

/**
 * Runs some work in one of jig's own folders.
 * @param variable - The variable that selects another folder, for messages
 * @throws UNAVAILABLE on a full disk, or if the folder is not writable
 */
export function inOwnFolder<Result>(folder: string, variable: FolderVariable, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw ownFolderError(error, folder, variable) ?? error;
  }
}

/** Converts an error to one that names the folder. If the error isn't about the folder, it returns undefined. */
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
