/**
 * Loads and saves the index with its uses. If several processes start on a new tree, one of them parses it and the others wait
 * until it has published the result.
 */
import type {
  IndexBuild,
  Progress,
  PublishedIndex,
  SharedIndex,
  WorkerContext,
} from "../../../core/host/plugin-api.ts";
import type { SymbolKeys } from "../binding/symbol-keys.ts";
import { INDEX_KEY, loadIndex, saveIndex } from "./index-store.ts";
import type { IndexedFile } from "./indexed-file.ts";
import { filesWithUses, loadUses, saveUses, USES_KEY } from "./uses-store.ts";

/** The shortest and longest interval between two polls, in milliseconds. It becomes longer while the build takes. */
const [POLL_MS, LONGEST_POLL_MS] = [50, 200];
/** We stop waiting for a build that makes no progress for this long. */
const STALLED_MS = 15_000;

/** The minimum time between two saves of a changed index, which can have tens of MB. */
const SAVE_AFTER_MS = 60_000;

export type Report = (progress: Progress) => void;

export class SavedIndex {
  readonly #context: WorkerContext;
  readonly #index: SharedIndex;
  readonly #uses: SharedIndex;
  #seen: PublishedIndex | undefined;
  /** The number of the index on disk, and its files in order. */
  #saved: { index: number; files: IndexedFile[] } | undefined;
  #savedAt = Number.NEGATIVE_INFINITY;
  /** The published uses that we looked at last. */
  #usesSeen: PublishedIndex | undefined;
  /** Held while we bind all files for the other processes. */
  #binding: IndexBuild | undefined;

  constructor(context: WorkerContext) {
    this.#context = context;
    this.#index = context.sharedIndex(INDEX_KEY);
    this.#uses = context.sharedIndex(USES_KEY);
  }

  /** Returns undefined if there is no published index. */
  async load(): Promise<Map<string, IndexedFile> | undefined> {
    this.#seen = await this.#index.current();
    const loaded = await loadIndex(this.#index);
    if (loaded) this.#saved = { index: loaded.number, files: [...loaded.files.values()] };
    return loaded?.files;
  }

  /**
   * Waits for the lock of the build. It returns undefined if another process has published, if its build makes no progress, or
   * if the disk can't be written. In the last two cases we parse everything ourselves.
   */
  async buildOrWait(report: Report): Promise<IndexBuild | undefined> {
    const { clock } = this.#context;
    let known = -1;
    const began = clock.monotonic();
    let since = began;
    for (;;) {
      const build = await this.#right();
      if ((await this.#index.current()) !== this.#seen) {
        await build?.release();
        return undefined;
      }
      if (build) return build;
      const builder = await this.#index.builder();
      if (builder && builder.done !== known) {
        known = builder.done;
        since = clock.monotonic();
        report({ ...builder, message: "another session is indexing scripts" });
      }
      const waited = clock.monotonic() - since;
      if (waited > STALLED_MS || (!builder && known < 0 && waited > POLL_MS)) return undefined;
      await clock.sleep(Math.min(LONGEST_POLL_MS, Math.max(POLL_MS, (clock.monotonic() - began) / 10)));
    }
  }

  #right(): Promise<IndexBuild | undefined> {
    return this.#index.build().catch(() => undefined);
  }

  /** Returns false if the disk can't be written. */
  async publish(build: IndexBuild, files: ReadonlyMap<string, IndexedFile>): Promise<boolean> {
    this.#savedAt = this.#context.clock.monotonic();
    try {
      this.#saved = { index: await saveIndex(build, files), files: [...files.values()] };
      // From here on, uses that other processes publish for this index are valid.
      for (const file of files.values()) file.isAsSaved = true;
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#context.log.debug(`The index was not saved: ${reason}`);
      this.#saved = undefined;
      return false;
    }
  }

  isDue(isLast: boolean): boolean {
    return isLast || this.#context.clock.monotonic() - this.#savedAt >= SAVE_AFTER_MS;
  }

  /** Returns false if another process is saving or the disk can't be written. */
  async save(files: ReadonlyMap<string, IndexedFile>): Promise<boolean> {
    const build = await this.#right();
    try {
      return build !== undefined && (await this.publish(build, files));
    } finally {
      await build?.release();
    }
  }

  /** Loads the uses that belong to the index on disk. */
  async loadUses(native: string, keys: SymbolKeys): Promise<void> {
    this.#usesSeen = await this.#uses.current();
    if (this.#saved) await loadUses(this.#uses, { ...this.#saved, native }, keys);
  }

  /** Returns the number of files whose published uses we haven't loaded. */
  async newUses(native: string): Promise<number> {
    const published = await this.#uses.current();
    if (published === this.#usesSeen || !this.#saved) return 0;
    this.#usesSeen = published;
    return filesWithUses(published, { ...this.#saved, native });
  }

  get isBinding(): boolean {
    return this.#binding !== undefined && !this.#binding.lost.aborted;
  }

  /** Returns false while another process is binding. If the disk is read-only, it always returns true. */
  async claimBinding(): Promise<boolean> {
    if (this.isBinding) return true;
    try {
      this.#binding = await this.#uses.build();
      return this.isBinding;
    } catch {
      return true;
    }
  }

  async releaseBinding(): Promise<void> {
    const binding = this.#binding;
    this.#binding = undefined;
    await binding?.release();
  }

  /** This does nothing while another process is saving. */
  async saveUses(native: string, keys: SymbolKeys): Promise<void> {
    if (!this.#saved || !(await this.claimBinding()) || !this.#binding) return;
    this.#savedAt = this.#context.clock.monotonic();
    try {
      await saveUses(this.#binding, { ...this.#saved, native }, keys);
      this.#usesSeen = await this.#uses.current();
    } finally {
      await this.releaseBinding();
    }
  }
}
