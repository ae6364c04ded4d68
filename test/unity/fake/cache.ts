/** In-memory plugin cache. Two stores can share it, like two processes share a folder. */
import type { Cache, Lease } from "../../../core/host/plugin-api.ts";

export class MemoryCache implements Cache {
  readonly entries = new Map<string, Uint8Array>();
  readonly leased = new Set<string>();
  /** Number of complete writes. */
  writes = 0;
  /** Thrown by writes. */
  fault: unknown;

  async read(key: string): Promise<Uint8Array | undefined> {
    return this.entries.get(key);
  }

  async write(key: string, data: Uint8Array): Promise<void> {
    if (this.fault !== undefined) throw this.fault;
    this.writes++;
    this.entries.set(key, data);
  }

  async append(key: string, data: Uint8Array): Promise<void> {
    if (this.fault !== undefined) throw this.fault;
    const before = this.entries.get(key) ?? new Uint8Array();
    const after = new Uint8Array(before.length + data.length);
    after.set(before);
    after.set(data, before.length);
    this.entries.set(key, after);
  }

  async remove(key: string): Promise<void> {
    this.entries.delete(key);
  }

  async list(): Promise<{ key: string; size: number; mtimeMs: number }[]> {
    return [...this.entries].map(([key, data]) => ({ key, size: data.length, mtimeMs: 0 }));
  }

  async lease(key: string): Promise<Lease | undefined> {
    if (this.leased.has(key)) return undefined;
    this.leased.add(key);
    return { lost: new AbortController().signal, release: async () => void this.leased.delete(key) };
  }

  path(key: string): string {
    return `/cache/${key}`;
  }
}
