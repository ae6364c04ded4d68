/** Work in jig's own folders: what the system refuses there is said with the folder, and with the variable that names another. */
import { JigError } from "../contract/errors.ts";
import { resourceErrorOf } from "../contract/resource-errors.ts";

/** By which a user puts the folder elsewhere. */
export type FolderVariable = "XDG_CACHE_HOME" | "XDG_CONFIG_HOME" | "XDG_STATE_HOME" | "TMPDIR";

/** Throws UNAVAILABLE where the disk is full or cannot be written to. */
export function inOwnFolder<Result>(folder: string, variable: FolderVariable, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw ownFolderError(error, folder, variable) ?? error;
  }
}

/** undefined where it has nothing to do with the folder. */
export function ownFolderError(error: unknown, folder: string, variable: FolderVariable): JigError | undefined {
  const { code, message } = error as { code?: string; message?: string };
  const resource = resourceErrorOf(error, folder);
  const refused = code === "EACCES" || code === "EPERM" || code === "ENOTDIR";
  if (!resource && !refused) return undefined;
  const text = resource?.message ?? `Cannot write in ${JSON.stringify(folder)}: ${message}`;
  const instead = `name another folder with ${variable}`;
  const full = resource && resource.code !== "PERMISSION_DENIED";
  return new JigError("UNAVAILABLE", text, {
    hint: full ? `${resource.hint}, or ${instead}` : `${instead[0]!.toUpperCase()}${instead.slice(1)}`,
    cause: error,
  });
}
