/**
 * Limits the storage of third-party plugins. If the limit is reached, writes fail with a message that contains the folder and
 * the limit.
 */
import { dirname } from "node:path";
import type { Cache } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";

const MEGABYTE = 1024 * 1024;

/** Limits a cache to `megabytes`. Everything on disk counts, even if another process has written it. */
export function withQuota(cache: Cache, megabytes: number): Cache {
  const refuseOver = async (key: string, data: Uint8Array, replaces: boolean) => {
    const entries = await cache.list();
    const held = entries.reduce((sum, entry) => sum + (replaces && entry.key === key ? 0 : entry.size), 0);
    if (held + data.length <= megabytes * MEGABYTE) return;
    throw quotaExceeded(dirname(cache.path(key)), megabytes);
  };
  return {
    ...cache,
    async write(key, data) {
      await refuseOver(key, data, true);
      await cache.write(key, data);
    },
    async append(key, data) {
      await refuseOver(key, data, false);
      await cache.append(key, data);
    },
  };
}

export function quotaExceeded(folder: string, megabytes: number): JigError {
  return new JigError("LIMIT_EXCEEDED", `The plugin may keep at most ${megabytes} MB in ${JSON.stringify(folder)}`, {
    hint: 'Remove old entries, or let its author raise "storageMb" in plugin.json',
    details: { folder, megabytes },
  });
}
