/** A queue of files to parse. Each parser takes a batch of a size that suits it. */

/** Maximum number of files in a batch. If a batch is lost, all of it has to be parsed again. */
const MAX_FILES = 200;

export class FileQueue {
  readonly #paths: readonly string[];
  readonly #sizeOf: (path: string) => number;
  #next = 0;
  /** Total size of the files that are still in the queue, in bytes. */
  left: number;

  constructor(paths: readonly string[], sizeOf: (path: string) => number) {
    this.#paths = paths;
    this.#sizeOf = sizeOf;
    this.left = paths.reduce((sum, path) => sum + sizeOf(path), 0);
  }

  /** Takes files from the queue up to a total size in bytes, but at least one unless the queue is empty. */
  take(bytes: number): string[] {
    const first = this.#next;
    let taken = 0;
    while (this.#next < this.#paths.length && this.#next - first < MAX_FILES && (taken < bytes || taken === 0))
      taken += this.#sizeOf(this.#paths[this.#next++]!);
    this.left -= taken;
    return this.#paths.slice(first, this.#next);
  }
}
