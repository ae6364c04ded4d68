/**
 * Caches the results of slow searches. We only add a result if the search took more than five times as long as a stat of all of
 * its files. We only return it if such a check finds that every file is unchanged. So a cache hit is always cheaper than a
 * search, and it never hides an edit.
 */

import { type ServiceContext, toJigError } from "../../../core/host/plugin-api.ts";
import type { Query, Target } from "../ripgrep/query.ts";
import { parseCounts } from "./count-matches.ts";
import type { Fingerprint, FingerprintRequest } from "./fingerprint.ts";
import type { SearchResult } from "./search-result.ts";
import { searchSlice } from "./sliced-arrays.ts";

/** A search must take this many times as long as the check to be worth caching. */
const WORTH = 5;
/** A search that is faster than this (in ms) is simply repeated. */
const SLOW_MS = 100;
/** After a check has timed out, we do not try again unless we have this many times as much time. */
const AGAIN = 2;
/**
 * The clocks of file systems are coarse, so a file that was modified this shortly before a search may look as if it had not
 * been.
 */
const CLOCK_GRAIN_MS = 2000;
const MAX_ENTRIES = 64;
/** The maximum number of rows and files in all entries. */
const MAX_ITEMS = 100_000;

/**
 * Everything that determines a result, except for its format. Note that `counts` is shared by the total and all counting
 * modes.
 */
export interface SearchIdentity {
  query: Query;
  targets: readonly Target[];
  kind: "counts" | "rows" | "members" | "summary";
}

interface Entry {
  found: SearchResult;
  fingerprint: string;
  /** The mode that produced it. */
  mode: string;
  sweepMs: number;
}

export class ResultCache {
  private readonly context: ServiceContext;
  private readonly entries = new Map<string, Entry>();
  /** The directories that took too long to check, along with the time limit in ms. */
  private readonly tooSlow = new Map<string, number>();
  /** The entries that are being created. */
  private readonly pending = new Map<string, Promise<void>>();

  constructor(context: ServiceContext) {
    this.context = context;
  }

  /**
   * Looks up an earlier result, and verifies that all of its files are unchanged. A miss costs nothing, since we do not check
   * any files in that case.
   */
  async get(identity: SearchIdentity, mode: string): Promise<SearchResult | undefined> {
    const key = keyOf(identity);
    await this.pending.get(key);
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    // If the check has become slower than the search, a miss is better.
    const now = await this.sweep(identity.targets, entry.sweepMs * WORTH + SLOW_MS).catch(() => undefined);
    if (now?.hash !== entry.fingerprint) {
      this.entries.delete(key);
      return undefined;
    }
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (mode === "total" || entry.mode !== "total") return { ...entry.found, cacheHit: true };
    const { raw } = entry.found;
    if (!raw) return entry.found.files.size > 0 ? { ...entry.found, cacheHit: true, derived: true } : undefined;
    return {
      ...entry.found,
      ...(await parseCounts(raw, identity.query.maxCount, searchSlice(this.context.clock))),
      cacheHit: true,
      derived: true,
    };
  }

  /**
   * Caches a complete result if that is worthwhile. This returns immediately, and the files are only checked after the answer
   * has been sent.
   */
  put(identity: SearchIdentity, mode: string, found: SearchResult, startedAt: number, elapsedMs: number): void {
    if (found.timedOut || found.incomplete || identity.query.followSymlinks) return;
    const slower = this.tooSlow.get(scopeOf(identity.targets)) ?? 0;
    if (elapsedMs < SLOW_MS || elapsedMs / WORTH <= slower * AGAIN) return;
    const key = keyOf(identity);
    const storing = this.store(identity, mode, found, startedAt, elapsedMs)
      .catch((error) => this.context.log.debug(`An answer could not be cached: ${toJigError(error).message}`))
      .finally(() => this.pending.delete(key));
    this.pending.set(key, storing);
  }

  close(): void {
    this.entries.clear();
  }

  private async store(
    identity: SearchIdentity,
    mode: string,
    found: SearchResult,
    startedAt: number,
    elapsedMs: number,
  ) {
    const swept = await this.sweep(identity.targets, elapsedMs / WORTH);
    // We cannot be sure here, because a file that was modified after the search began may have been read before that.
    if (swept.newest >= startedAt - CLOCK_GRAIN_MS) return;
    this.entries.set(keyOf(identity), { found, fingerprint: swept.hash, mode, sweepMs: swept.tookMs });
    let items = 0;
    for (const [key, { found }] of [...this.entries].reverse()) {
      items += found.rows.length + found.files.size;
      if (items > MAX_ITEMS) this.entries.delete(key);
    }
    for (const key of this.entries.keys()) if (this.entries.size > MAX_ENTRIES) this.entries.delete(key);
  }

  private async sweep(targets: readonly Target[], withinMs: number): Promise<Fingerprint> {
    const request: FingerprintRequest = { targets, withinMs };
    try {
      return await this.context.worker<Fingerprint>("fingerprint", request, { signal: this.context.signal });
    } catch (error) {
      this.tooSlow.set(scopeOf(targets), withinMs);
      throw error;
    }
  }
}

export async function open(context: ServiceContext): Promise<ResultCache> {
  return new ResultCache(context);
}

function keyOf({ query, targets, kind }: SearchIdentity): string {
  return JSON.stringify([kind, query, targets]);
}

function scopeOf(targets: readonly Target[]): string {
  return JSON.stringify(targets.map(({ paths }) => paths));
}
