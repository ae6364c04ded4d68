/** The syntax trees of the workspace. They are stored on disk, beginning with the first query for uses. */
import type { Progress, WorkerContext } from "../../../core/host/plugin-api.ts";
import type { FlatTree } from "../grammar/light-tree.ts";
import { TREE_FORMAT, TreePart } from "../grammar/tree-part.ts";
import { PartIndex } from "../index/part-index.ts";
import type { SourceFiles } from "../index/source-files.ts";
import treeBatch from "./tree-batch.ts";

/**
 * In larger workspaces, each query parses the files that it needs, because all trees together would take twice the
 * space of the sources.
 */
const MAX_BYTES = 64 * 1024 * 1024;

export class TreeStore {
  readonly #parts: PartIndex<TreePart>;
  #files: SourceFiles | undefined;

  constructor(context: WorkerContext) {
    this.#parts = new PartIndex(context, {
      key: `trees-${TREE_FORMAT}`,
      worker: "trees",
      read: treeBatch,
      open: (bytes) => TreePart.open(bytes),
      content: "syntax trees",
    });
  }

  /** Parses the files that have changed. If the object is the same as before, nothing has changed. */
  async refresh(files: SourceFiles, progress: (progress: Progress) => void): Promise<void> {
    if (files === this.#files) return;
    if (this.takes(files)) await this.#parts.refresh(files, progress);
    this.#files = files;
  }

  /** Returns true if the files are small enough in total for their trees to be stored. */
  takes({ sizes }: SourceFiles): boolean {
    return sizes.reduce((sum, size) => sum + size, 0) <= MAX_BYTES;
  }

  /** Adds the trees of files that were parsed for their declarations. */
  async add(parts: Uint8Array[]): Promise<void> {
    await this.#parts.add(parts);
  }

  /** Returns the tree of a file with this size and modification time. */
  tree(path: string, size: number, mtimeMs: number): FlatTree | undefined {
    const place = this.#parts.places.get(path);
    const file = place?.segment.file(place.file);
    return file?.size === size && file.mtimeMs === mtimeMs ? place?.segment.tree(place.file) : undefined;
  }
}
