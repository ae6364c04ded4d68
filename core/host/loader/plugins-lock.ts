/**
 * The lock file of installed plugins, `plugins.lock` in the user's plugin folder: each plugin's version and hash, the keys
 * of its owner and index when first seen, the index's state when last read, and revocations.
 */

import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { errorCode, errorMessage } from "../contract/error-parts.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import { writeAtomically } from "../runtime/atomic-write.ts";
import { inOwnFolder } from "../runtime/own-folder.ts";
import { serialize } from "./serialize.ts";

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const installed = v.object({
  owner: v.string(),
  version: v.string(),
  hash,
  /** The URL or path of the index file. */
  index: v.string(),
  /** Why the index revoked this version. */
  revoked: v.optional(v.string()),
});
const lock = v.object({
  format: v.literal(1),
  indexes: v.record(
    v.string(),
    v.object({
      key: v.string(),
      serial: v.number(),
      signature: v.string(),
      expires: v.optional(v.string()),
      /** When the index was last read. */
      read: v.optional(v.string()),
    }),
  ),
  /** Their keys. */
  owners: v.record(v.string(), v.string()),
  /** By name. */
  plugins: v.record(v.string(), installed),
  /** Installations in progress. If the process ended, the folder shows whether it was completed. */
  arriving: v.record(v.string(), installed),
});

export type Installed = v.InferOutput<typeof installed>;
export type PluginsLock = v.InferOutput<typeof lock>;

const fileIn = (configFolder: string) => join(configFolder, "plugins.lock");

/** Empty if there is no lock file. Throws UNAVAILABLE for an invalid one, so that its pins are not silently lost. */
export function readPluginsLock(configFolder: string): PluginsLock {
  const file = fileIn(configFolder);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR")
      return { format: 1, indexes: {}, owners: {}, plugins: {}, arriving: {} };
    throw toJigError(error, `read ${file}`);
  }
  try {
    return v.parse(lock, JSON.parse(text));
  } catch (error) {
    throw new JigError("UNAVAILABLE", `${file} cannot be used: ${errorMessage(error)}`, {
      hint: "Restore it, or delete it: keys are then pinned again, and plugins from an index count as your own",
      cause: error,
    });
  }
}

/**
 * Runs `work` while no other process changes the lock or its plugins. `work` modifies the lock, which is saved at the end,
 * or earlier by `save`.
 */
export function changePluginsLock<Result>(
  configFolder: string,
  work: (lock: PluginsLock, save: () => void) => Result,
): Result {
  const file = fileIn(configFolder);
  return inOwnFolder(configFolder, "XDG_CONFIG_HOME", () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return serialize(`${file}.lock`, () => {
      const lock = readPluginsLock(configFolder);
      let written = textOf(lock);
      const save = () => {
        const text = textOf(lock);
        if (text !== written) writeAtomically(file, text, { replace: true, mode: 0o600 });
        written = text;
      };
      const result = work(lock, save);
      save();
      return result;
    });
  });
}

const textOf = (lock: PluginsLock) => `${JSON.stringify(lock, null, 2)}\n`;

/** Returns why an installed plugin must not run; undefined if it may. */
export function revocationOf(lock: PluginsLock, name: string, version: string): string | undefined {
  const entries = [lock.plugins, lock.arriving].flatMap((each) =>
    Object.hasOwn(each, name) ? (each[name] ?? []) : [],
  );
  const entry = entries.find((each) => each.version === version && each.revoked !== undefined);
  return entry && `${entry.owner}/${name} ${version} was revoked by ${entry.index}: ${entry.revoked}`;
}
