/** Syntax trees of the workspace, kept on disk from the first question for uses on. */
import type { Progress, WorkerContext } from "../../../core/host/plugin-api.ts";
import type { FlatTree } from "../grammar/light-tree.ts";
import { TREE_FORMAT, TreePart } from "../grammar/tree-part.ts";
import { PartIndex } from "../index/part-index.ts";
import type { SourceFiles } from "../index/source-files.ts";
import treeBatch from "./tree-batch.ts";

/** In larger workspaces a question parses the files that it needs: all trees would be twice their sources on disk. */
const MOST_BYTES = 64 * 1024 * 1024;

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

  /** Parses the files that changed. The same object means that none did. */
  async refresh(files: SourceFiles, progress: (progress: Progress) => void): Promise<void> {
    if (files === this.#files) return;
    if (this.takes(files)) await this.#parts.refresh(files, progress);
    this.#files = files;
  }

  /** Whether trees of so many files are kept. */
  takes({ sizes }: SourceFiles): boolean {
    return sizes.reduce((sum, size) => sum + size, 0) <= MOST_BYTES;
  }

  /** Takes trees of files that were parsed for their declarations. */
  async add(parts: Uint8Array[]): Promise<void> {
    await this.#parts.add(parts);
  }

  /** The tree of a file of this size and time. */
  tree(path: string, size: number, mtimeMs: number): FlatTree | undefined {
    const place = this.#parts.places.get(path);
    const file = place?.segment.file(place.file);
    return file?.size === size && file.mtimeMs === mtimeMs ? place?.segment.tree(place.file) : undefined;
  }
}
