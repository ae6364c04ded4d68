/** A queue of files to parse. Each parser takes batches of suitable size. */

/** Maximum files of a batch, because a lost batch is parsed again. */
const MOST_FILES = 200;

export class FileQueue {
  readonly #paths: readonly string[];
  readonly #sizeOf: (path: string) => number;
  #next = 0;
  /** Bytes left in the queue. */
  left: number;

  constructor(paths: readonly string[], sizeOf: (path: string) => number) {
    this.#paths = paths;
    this.#sizeOf = sizeOf;
    this.left = paths.reduce((sum, path) => sum + sizeOf(path), 0);
  }

  /** Takes the next files, up to a number of bytes, but at least one if any are left. */
  take(bytes: number): string[] {
    const first = this.#next;
    let taken = 0;
    while (this.#next < this.#paths.length && this.#next - first < MOST_FILES && (taken < bytes || taken === 0))
      taken += this.#sizeOf(this.#paths[this.#next++]!);
    this.left -= taken;
    return this.#paths.slice(first, this.#next);
  }
}
