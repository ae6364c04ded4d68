/** Reads `unreal-cache.json`, a copy of the type database that an extension of the editor saves. */
import { JigError } from "../../../core/host/plugin-api.ts";
import type { DatabaseChunk } from "./debug-database.ts";
import { sanitizeChunk } from "./sanitize-chunk.ts";

const VERSION = 1;

export interface UnrealCache {
  createdAt: string;
  chunks: DatabaseChunk[];
  floatIsFloat64: boolean;
}

/** Throws ENCODING for other files and versions. */
export function readUnrealCache(bytes: Uint8Array): UnrealCache {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new JigError("ENCODING", "unreal-cache.json is not JSON");
  }
  const cache = parsed as Partial<
    Record<"version" | "createdAt" | "debugDatabaseChunks" | "scriptSettings", unknown>
  > | null;
  if (typeof cache !== "object" || cache === null || !Array.isArray(cache.debugDatabaseChunks))
    throw new JigError("ENCODING", "unreal-cache.json contains no database");
  if (cache.version !== VERSION)
    throw new JigError("ENCODING", `unreal-cache.json has version ${JSON.stringify(cache.version)}, not ${VERSION}`);
  const settings = cache.scriptSettings as { floatIsFloat64?: unknown } | null | undefined;
  return {
    createdAt: String(cache.createdAt ?? ""),
    chunks: cache.debugDatabaseChunks.flatMap(toChunk),
    floatIsFloat64: settings?.floatIsFloat64 !== false,
  };
}

/** A chunk is either an object or the JSON text that the server sent. */
export function toChunk(chunk: unknown): DatabaseChunk[] {
  const value = typeof chunk === "string" ? parsedOrNothing(chunk) : chunk;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return [sanitizeChunk(value as Record<string, unknown>)];
}

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
