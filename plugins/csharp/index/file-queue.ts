/** A queue of files to parse. Each parser takes as many as it can handle. */

/** A batch that was lost has to be parsed again completely, so it shouldn't be too large. */
const MAX_FILES = 200;

export class FileQueue {
  readonly #paths: readonly string[];
  readonly #sizeOf: (path: string) => number;
  #next = 0;
  /** The number of bytes in the queue. */
  left: number;

  constructor(paths: readonly string[], sizeOf: (path: string) => number) {
    this.#paths = paths;
    this.#sizeOf = sizeOf;
    this.left = paths.reduce((sum, path) => sum + sizeOf(path), 0);
  }

  /** Takes up to `bytes`. It is always at least one file, unless the queue is empty. */
  take(bytes: number): string[] {
    const first = this.#next;
    let taken = 0;
    while (this.#next < this.#paths.length && this.#next - first < MAX_FILES && (taken < bytes || taken === 0))
      taken += this.#sizeOf(this.#paths[this.#next++]!);
    this.left -= taken;
    return this.#paths.slice(first, this.#next);
  }
}
