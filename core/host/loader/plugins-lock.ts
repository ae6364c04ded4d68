/**
 * What was installed from an index: `plugins.lock` beside the user's plugins. It has each plugin's version and hash, the
 * keys that its owner and its index had when first seen, the state of the index last read, and what was revoked since.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
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
  /** Why the index took this version back. */
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
      /** When it was last read. */
      read: v.optional(v.string()),
    }),
  ),
  /** Their keys. */
  owners: v.record(v.string(), v.string()),
  /** By name. */
  plugins: v.record(v.string(), installed),
  /** What is on its way: of a process that ended in between, the folder tells whether it arrived. */
  arriving: v.record(v.string(), installed),
});

export type Installed = v.InferOutput<typeof installed>;
export type PluginsLock = v.InferOutput<typeof lock>;

const fileIn = (configFolder: string) => join(configFolder, "plugins.lock");

/** Empty where there is none. Throws UNAVAILABLE where it cannot be used: what it pins must not be forgotten in silence. */
export function readPluginsLock(configFolder: string): PluginsLock {
  const file = fileIn(configFolder);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT" || code === "ENOTDIR")
      return { format: 1, indexes: {}, owners: {}, plugins: {}, arriving: {} };
    throw toJigError(error, `read ${file}`);
  }
  try {
    return v.parse(lock, JSON.parse(text));
  } catch (error) {
    throw new JigError("UNAVAILABLE", `${file} cannot be used: ${(error as Error).message}`, {
      hint: "Restore it, or delete it: keys are then pinned again, and plugins from an index count as your own",
      cause: error,
    });
  }
}

/** Nobody else changes it, or what it speaks of, during `work`, which changes the lock it is given and may `save` it before the end. */
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

/** Why a user's own plugin must not run: undefined where nothing was said against it. */
export function revocationOf(lock: PluginsLock, name: string, version: string): string | undefined {
  const entries = [lock.plugins, lock.arriving].flatMap((each) => (Object.hasOwn(each, name) ? [each[name]!] : []));
  const entry = entries.find((each) => each.version === version && each.revoked !== undefined);
  return entry && `${entry.owner}/${name} ${version} was revoked by ${entry.index}: ${entry.revoked}`;
}
