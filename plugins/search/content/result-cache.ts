/**
 * The service of this plugin, which caches the results of slow searches. A result is only cached if the search took
 * more than five times as long as calling stat for all its files. It is only used if such a check finds every file
 * unchanged. Using the cache is therefore always cheaper than the search, and never hides an edit.
 */

import { type ServiceContext, toJigError } from "../../../core/host/plugin-api.ts";
import type { Query, Target } from "../ripgrep/query.ts";
import { parseCounts } from "./count-matches.ts";
import type { Fingerprint, FingerprintRequest } from "./fingerprint.ts";
import type { SearchResult } from "./search-result.ts";
import { searchSlice } from "./sliced-arrays.ts";

/** A search is worth caching if it takes at least this many times longer than checking its files. */
const WORTH = 5;
/** Minimum duration of a search, in ms. Faster searches are simply repeated. */
const SLOW_MS = 100;
/** After a check has timed out, it is only repeated if the new limit is larger by this factor. */
const AGAIN = 2;
/** The clocks of file systems are coarse. If a file changed this shortly before a search, it might look unchanged. */
const CLOCK_GRAIN_MS = 2000;
const MAX_ENTRIES = 64;
/** Maximum number of rows and files in all entries together. */
const MAX_ITEMS = 100_000;

/**
 * The inputs that determine a result, regardless of its format. `counts` is used for the total and for all modes that
 * count.
 */
export interface SearchIdentity {
  query: Query;
  targets: readonly Target[];
  kind: "counts" | "rows" | "members" | "summary";
}

interface Entry {
  found: SearchResult;
  fingerprint: string;
  /** The mode in which it was created. */
  mode: string;
  sweepMs: number;
}

export class ResultCache {
  private readonly context: ServiceContext;
  private readonly entries = new Map<string, Entry>();
  /** Directories whose check took longer than this number of milliseconds. */
  private readonly tooSlow = new Map<string, number>();
  /** Entries that are being created. */
  private readonly pending = new Map<string, Promise<void>>();

  constructor(context: ServiceContext) {
    this.context = context;
  }

  /**
   * Returns the result of an earlier search if no file has changed since then. Without such a result, no file is
   * checked.
   */
  async get(identity: SearchIdentity, mode: string): Promise<SearchResult | undefined> {
    const key = keyOf(identity);
    await this.pending.get(key);
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    // If checking has become slower than the search, return nothing, so that the caller searches.
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
   * Caches a complete result if it is worth it. Returns immediately and checks the files after the answer has been
   * sent.
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
    // A file that changed after the start of the search may have been read before the change.
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
