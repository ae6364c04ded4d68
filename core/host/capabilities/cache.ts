/** Implements `cache`, which contains files that can disappear at any time and leases between processes. */
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Cache } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { writeAtomically } from "../runtime/atomic-write.ts";
import { takeLease } from "../runtime/lease.ts";
import { listNames } from "../runtime/list-names.ts";
import { inOwnFolder } from "../runtime/own-folder.ts";

const KEY = /^[a-z0-9._-]{1,80}$/;

/** The folder is created on the first write (with mode 0700). */
export function createCache(folder: string): Cache {
  const path = (key: string) => {
    if (!KEY.test(key) || key.startsWith(".")) {
      throw new JigError("INVALID_ARGUMENT", `Invalid cache key ${JSON.stringify(key)}`, {
        hint: "Use 1 to 80 characters from a-z, 0-9, dot, dash and underscore, not starting with a dot",
      });
    }
    return join(folder, key);
  };
  const inCache = <Result>(work: () => Result): Result =>
    inOwnFolder(folder, "XDG_CACHE_HOME", () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return work();
    });
  return {
    path,
    async read(key) {
      try {
        return readFileSync(path(key));
      } catch (error) {
        if (error instanceof JigError) throw error;
        return undefined;
      }
    },
    async write(key, data) {
      const file = path(key);
      inCache(() => writeAtomically(file, data, { replace: true, mode: 0o600 }));
    },
    async append(key, data) {
      const file = path(key);
      inCache(() => appendFileSync(file, data, { mode: 0o600 }));
    },
    async remove(key) {
      rmSync(path(key), { force: true });
    },
    async list() {
      const entries: { key: string; size: number; mtimeMs: number }[] = [];
      for (const key of listNames(folder).sort()) {
        if (!KEY.test(key) || key.startsWith(".")) continue;
        const stat = statSync(join(folder, key), { throwIfNoEntry: false });
        if (stat?.isFile()) entries.push({ key, size: stat.size, mtimeMs: stat.mtimeMs });
      }
      return entries;
    },
    async lease(key) {
      const file = join(folder, `.${path(key).slice(folder.length + 1)}.lease`);
      return inCache(() => takeLease(file));
    },
  };
}
