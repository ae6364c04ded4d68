/** The declarations of the workspace by name: kept fresh by a sweep before each answer. */
import type { Progress, Sweep, WorkerContext } from "../../../core/host/plugin-api.ts";
import { FORMAT, type IndexedDeclaration, Segment } from "./index-part.ts";
import parseBatch from "./parse-batch.ts";
import { PartIndex, type Place, type TreeTaker } from "./part-index.ts";
import { type SourceFiles, SWEPT, sourceFiles } from "./source-files.ts";

export class CodeIndex {
  readonly #context: WorkerContext;
  readonly #parts: PartIndex<Segment>;
  #swept: Sweep | undefined;
  #notRead: string[] | undefined;
  #files: SourceFiles = { paths: [], sizes: [], mtimesMs: [], large: [], generated: [], manifests: [] };

  constructor(context: WorkerContext) {
    this.#context = context;
    this.#parts = new PartIndex(context, {
      key: `declarations-${FORMAT}`,
      worker: "parse",
      read: parseBatch,
      open: (bytes) => Segment.open(bytes),
      content: "declarations",
    });
  }

  /** Another object whenever a file changed. */
  get generation(): object | undefined {
    return this.#swept;
  }

  get files(): SourceFiles {
    return this.#files;
  }

  /** Every file with its part, in the order of paths. */
  get places(): ReadonlyMap<string, Place<Segment>> {
    return this.#parts.places;
  }

  /** Parts with the paths of their files, by the file's number; without those that changed. */
  get current(): ReadonlyMap<Segment, readonly (string | undefined)[]> {
    return this.#parts.current;
  }

  /** Files without their content here, in the order of paths. */
  get notRead(): readonly string[] {
    this.#notRead ??= [...this.current]
      .flatMap(([segment, paths]) =>
        paths.flatMap((path, file) => (path !== undefined && segment.isNotRead(file) ? [path] : [])),
      )
      .sort();
    return this.#notRead;
  }

  /** Files whose text has a word, in the order of paths. */
  filesWith(word: string): string[] {
    const found: string[] = [];
    for (const [segment, paths] of this.current) {
      for (const file of segment.filesWith(segment.find(word))) {
        const path = paths[file];
        if (path !== undefined) found.push(path);
      }
    }
    return found.sort();
  }

  /** How many files have a word. */
  countWith(word: string): number {
    let count = 0;
    for (const [segment, paths] of this.current)
      for (const file of segment.filesWith(segment.find(word))) if (paths[file] !== undefined) count++;
    return count;
  }

  /** Declarations of a name, in the order of paths. */
  declared(name: string): IndexedDeclaration[] {
    const found: IndexedDeclaration[] = [];
    for (const [segment, paths] of this.current) {
      const id = segment.find(name);
      if (id < 0 || id >= segment.names) continue;
      for (const [file, path] of paths.entries()) if (path !== undefined) found.push(...segment.named(id, file, path));
    }
    return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }

  /** Looks at each file's size and time, and reads those that changed. `trees` takes their trees from the same parse. */
  async refresh(
    progress: (progress: Progress) => void,
    trees?: TreeTaker & { takes(files: SourceFiles): boolean },
  ): Promise<void> {
    const swept = await this.#context.files.sweep(SWEPT);
    // The same object means that nothing changed since.
    if (swept === this.#swept) return;
    this.#files = sourceFiles(swept);
    await this.#parts.refresh(this.#files, progress, trees?.takes(this.#files) ? trees : undefined);
    this.#swept = swept;
    this.#notRead = undefined;
  }
}
