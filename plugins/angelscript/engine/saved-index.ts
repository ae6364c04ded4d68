/** The index and its uses on disk. Of several processes on a new tree one parses for all: the others wait for its published parts. */
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

/** Between two looks at the builder, in ms. The longer it has taken, the less a look a little later costs. */
const [POLL_MS, LONGEST_POLL_MS] = [50, 200];
/** A builder that has made no progress for so long is not waited for any longer. */
const STALLED_MS = 15_000;

/** While the engine runs, a changed index is saved this often at most: it has tens of megabytes. */
const SAVE_AFTER_MS = 60_000;

/** Takes the progress of a build. */
export type Report = (progress: Progress) => void;

export class SavedIndex {
  readonly #context: WorkerContext;
  readonly #index: SharedIndex;
  readonly #uses: SharedIndex;
  /** The published parts at the time of loading. */
  #seen: PublishedIndex | undefined;
  /** The index on disk: its number, and its files in order. */
  #saved: { index: number; files: IndexedFile[] } | undefined;
  #savedAt = Number.NEGATIVE_INFINITY;
  /** The published uses that were looked at last. */
  #usesSeen: PublishedIndex | undefined;
  /** The right to bind all files, and to publish their uses. */
  #binding: IndexBuild | undefined;

  constructor(context: WorkerContext) {
    this.#context = context;
    this.#index = context.sharedIndex(INDEX_KEY);
    this.#uses = context.sharedIndex(USES_KEY);
  }

  /** The files of the published index, or undefined for none. */
  async load(): Promise<Map<string, IndexedFile> | undefined> {
    this.#seen = await this.#index.current();
    const loaded = await loadIndex(this.#index);
    if (loaded) this.#saved = { index: loaded.number, files: [...loaded.files.values()] };
    return loaded?.files;
  }

  /**
   * Returns the right to build; undefined once another process has published, when one makes no progress, and if the disk cannot be
   * written to: then this process parses for itself.
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

  /** False if the disk cannot be written to. */
  async publish(build: IndexBuild, files: ReadonlyMap<string, IndexedFile>): Promise<boolean> {
    this.#savedAt = this.#context.clock.monotonic();
    try {
      this.#saved = { index: await saveIndex(build, files), files: [...files.values()] };
      // Uses that another process publishes for this index are then valid here.
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

  /** Publishes a changed index, or false if another process does so, or the disk cannot be written to. */
  async save(files: ReadonlyMap<string, IndexedFile>): Promise<boolean> {
    const build = await this.#right();
    try {
      return build !== undefined && (await this.publish(build, files));
    } finally {
      await build?.release();
    }
  }

  /** Fills in the uses that were saved for the index on disk. */
  async loadUses(native: string, keys: SymbolKeys): Promise<void> {
    this.#usesSeen = await this.#uses.current();
    if (this.#saved) await loadUses(this.#uses, { ...this.#saved, native }, keys);
  }

  /** For how many files uses were published since the last look. */
  async newUses(native: string): Promise<number> {
    const published = await this.#uses.current();
    if (published === this.#usesSeen || !this.#saved) return 0;
    this.#usesSeen = published;
    return filesWithUses(published, { ...this.#saved, native });
  }

  get isBinding(): boolean {
    return this.#binding !== undefined && !this.#binding.lost.aborted;
  }

  /** Takes the right to bind all files; false while another process has it. True without one if the disk cannot be written to. */
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

  /** Saves nothing while another process does. */
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
