/**
 * Reads and writes `plugins.lock` in the user's plugin folder. For each installed plugin it pins the version and the hash, and
 * the keys of its owner and index when they were first seen. It also contains the last known state of the index and all
 * revocations.
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
  /** A URL or a path. */
  index: v.string(),
  /** The reason that the index gives for revoking this version. */
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
      /** The time when the index was last read. */
      read: v.optional(v.string()),
    }),
  ),
  /** The keys of the owners. */
  owners: v.record(v.string(), v.string()),
  /** The installed plugins by name. */
  plugins: v.record(v.string(), installed),
  /** Installations that have begun. If the process died, the folder shows whether they were completed. */
  arriving: v.record(v.string(), installed),
});

export type Installed = v.InferOutput<typeof installed>;
export type PluginsLock = v.InferOutput<typeof lock>;

const fileIn = (configFolder: string) => join(configFolder, "plugins.lock");

/**
 * Returns an empty lock if there is no file. An invalid file throws UNAVAILABLE, because otherwise its pins would be lost
 * silently.
 */
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

/** Runs `work` under a lock. It may modify the data, which is saved at the end, or earlier by calling `save`. */
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

/** Returns the reason why an installed plugin must not run, if there is one. */
export function revocationOf(lock: PluginsLock, name: string, version: string): string | undefined {
  const entries = [lock.plugins, lock.arriving].flatMap((each) =>
    Object.hasOwn(each, name) ? (each[name] ?? []) : [],
  );
  const entry = entries.find((each) => each.version === version && each.revoked !== undefined);
  return entry && `${entry.owner}/${name} ${version} was revoked by ${entry.index}: ${entry.revoked}`;
}
