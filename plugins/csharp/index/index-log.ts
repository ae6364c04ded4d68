/**
 * The index on disk: a log of segments that only grows, so that a process killed at any moment loses at most the batch
 * it was writing. One process writes at a time (a lease); others keep what they parse in memory.
 */
import { Buffer } from "node:buffer";
import type { Cache, Lease } from "../../../core/host/plugin-api.ts";
import { decodeSegment, type Segment } from "./segment.ts";

/** Part of the key: raise it whenever the outline reader or the segment layout gives different results. */
export const EXTRACTOR_VERSION = 8;
const KEY = `symbols-${EXTRACTOR_VERSION}`;

export class IndexLog {
  readonly #cache: Cache;
  #lease: Lease | undefined;
  /** Bytes of the log that this process has read or written; undefined when the log must be rewritten. */
  #known: number | undefined = 0;

  constructor(cache: Cache) {
    this.#cache = cache;
  }

  get path(): string {
    return this.#cache.path(KEY);
  }

  async load(): Promise<Segment[]> {
    const bytes = await this.#cache.read(KEY);
    const segments: Segment[] = [];
    let at = 0;
    while (bytes && at < bytes.length) {
      const segment = decodeSegment(bytes, at);
      if (!segment) break;
      segments.push(segment);
      at += segment.bytes.length;
    }
    // Behind a torn end nothing could be read again: the next write replaces the file.
    this.#known = bytes && at < bytes.length ? undefined : at;
    return segments;
  }

  /** Adds a segment, `all` being everything known with it; false where another process is the writer. */
  async add(segment: Segment, all: () => readonly (Segment | undefined)[]): Promise<boolean> {
    if (!(await this.#writable())) return false;
    if (this.#known !== undefined && this.#known === (await this.#size())) {
      await this.#cache.append(KEY, segment.bytes);
      this.#known += segment.bytes.length;
      return true;
    }
    await this.rewrite(all());
    return true;
  }

  async rewrite(segments: readonly (Segment | undefined)[]): Promise<void> {
    if (!(await this.#writable())) return;
    const bytes = Buffer.concat(segments.flatMap((segment) => (segment ? [segment.bytes] : [])));
    await this.#cache.write(KEY, bytes);
    this.#known = bytes.length;
  }

  /** Lets another process write. */
  async release(): Promise<void> {
    await this.#lease?.release();
    this.#lease = undefined;
  }

  async #writable(): Promise<boolean> {
    if (this.#lease?.lost.aborted) this.#lease = undefined;
    this.#lease ??= await this.#cache.lease(KEY);
    return this.#lease !== undefined;
  }

  async #size(): Promise<number> {
    return (await this.#cache.list()).find((entry) => entry.key === KEY)?.size ?? 0;
  }
}
