/**
 * Implements an index with one builder and any number of readers in all processes (docs/architecture.md). On disk it is a
 * folder of immutable parts and a manifest that lists the published ones. The process that holds the lease builds the index.
 * All others read the published parts, and wait if they are not enough.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { IndexBuild, IndexPart, Lease, PartContent, PublishedIndex, SharedIndex } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { isLeaseHeld, takeLease } from "../runtime/lease.ts";
import { listNames } from "../runtime/list-names.ts";
import { inOwnFolder } from "../runtime/own-folder.ts";
import { parseManifest, readManifest, writeManifest } from "./manifest-file.ts";
import { openPart, PART_NAME, type PartEntry, writePart } from "./part-file.ts";

const LEASE = ".build.lease";
const PROGRESS = "progress";
/** If unreferenced parts and temporary files are older than this many milliseconds, their builder has ended. */
const ORPHANED_MS = 60_000;
/** The manifest may be replaced after we have read it, and the parts removed before we open them, so we try again. */
const ATTEMPTS = 4;

const NOTHING: PublishedIndex = { parts: [], missing: 0 };

/** Opens the index in a folder. Nothing is written until the first build, so the folder doesn't have to exist. */
export function openSharedIndex(folder: string): SharedIndex {
  const reader = new Reader(folder);
  const lease = join(folder, LEASE);
  return {
    folder,
    current: async () => reader.current(),
    async build() {
      return inFolder(folder, () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const held = takeLease(lease);
        return held && new Builder(folder, reader, held);
      });
    },
    async builder() {
      return isLeaseHeld(lease) ? readProgress(folder) : undefined;
    },
  };
}

function inFolder<Result>(folder: string, work: () => Result): Result {
  return inOwnFolder(folder, "XDG_CACHE_HOME", work);
}

/** Makes sure that each part is only opened once. */
class Reader {
  readonly #folder: string;
  #text = "";
  #published = NOTHING;

  constructor(folder: string) {
    this.#folder = folder;
  }

  current(): PublishedIndex {
    for (let attempt = 1; ; attempt++) {
      const text = readManifest(this.#folder);
      if (text === this.#text) return this.#published;
      const published = this.#open(parseManifest(text) ?? []);
      if (published.missing > 0 && attempt < ATTEMPTS && readManifest(this.#folder) !== text) continue;
      this.#text = text;
      this.#published = published;
      if (text !== "") touch(this.#folder);
      return published;
    }
  }

  #open(entries: readonly PartEntry[]): PublishedIndex {
    const known = new Map(this.#published.parts.map((part) => [part.name, part]));
    const parts: IndexPart[] = [];
    for (const entry of entries) {
      const part = known.get(entry.name);
      const bytes = part?.bytes ?? openPart(this.#folder, entry);
      if (bytes) parts.push(part ?? { name: entry.name, bytes });
    }
    return { parts, missing: entries.length - parts.length };
  }
}

/** Marks an index as used. The cleanup of caches compares modification times, so it is sufficient to update that. */
function touch(folder: string): void {
  const now = new Date();
  try {
    utimesSync(folder, now, now);
  } catch {
    // The folder is read-only, so it will not be cleaned up either.
  }
}

class Builder implements IndexBuild {
  readonly #folder: string;
  readonly #reader: Reader;
  readonly #lease: Lease;

  constructor(folder: string, reader: Reader, lease: Lease) {
    this.#folder = folder;
    this.#reader = reader;
    this.#lease = lease;
  }

  get lost(): AbortSignal {
    return this.#lease.lost;
  }

  async progress(done: number, total: number): Promise<void> {
    const file = join(this.#folder, PROGRESS);
    inFolder(this.#folder, () => {
      writeFileSync(`${file}.tmp`, JSON.stringify([done, total]), { mode: 0o600 });
      renameSync(`${file}.tmp`, file);
    });
  }

  async publish(parts: readonly PartContent[], keep: readonly string[]): Promise<PublishedIndex> {
    return inFolder(this.#folder, () => {
      const before = parseManifest(readManifest(this.#folder)) ?? [];
      const kept = before.filter(({ name }) => keep.includes(name));
      const added: PartEntry[] = [];
      try {
        for (const part of parts) added.push(writePart(this.#folder, part instanceof Uint8Array ? [part] : part));
        if (this.#lease.lost.aborted)
          throw new JigError("UNAVAILABLE", "Another process has taken over building the index");
        writeManifest(this.#folder, [...kept, ...added]);
      } catch (error) {
        for (const { name } of added) rmSync(join(this.#folder, name), { force: true });
        throw error;
      }
      const published = this.#reader.current();
      this.#removeOthers(new Set([...kept, ...added].map(({ name }) => name)), new Set(before.map(({ name }) => name)));
      return published;
    });
  }

  /** Removes parts that are no longer in the manifest, and everything that builders which have ended have left. */
  #removeOthers(published: ReadonlySet<string>, before: ReadonlySet<string>): void {
    for (const name of listNames(this.#folder)) {
      const isLeftover = name.endsWith(".tmp") || name.endsWith(".dead");
      if (published.has(name) || !(PART_NAME.test(name) || isLeftover)) continue;
      const path = join(this.#folder, name);
      if (before.has(name) || ageOf(path) > ORPHANED_MS) rmSync(path, { force: true });
    }
  }

  async release(): Promise<void> {
    rmSync(join(this.#folder, PROGRESS), { force: true });
    await this.#lease.release();
  }
}

/** Returns the age of a file in milliseconds, or 0 if there is no such file. */
function ageOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? Date.now() - stat.mtimeMs : 0;
}

function readProgress(folder: string): { done: number; total: number } {
  try {
    const parsed: unknown = JSON.parse(readFileSync(join(folder, PROGRESS), "utf8"));
    if (Array.isArray(parsed)) return { done: Number(parsed[0]) || 0, total: Number(parsed[1]) || 0 };
  } catch {
    // No progress was reported yet.
  }
  return { done: 0, total: 0 };
}
