/** Files that wait to be parsed, in their order: each who parses takes as much as is good for it. */

/** A batch that is lost is parsed again. */
const MOST_FILES = 200;

export class FileQueue {
  readonly #paths: readonly string[];
  readonly #sizeOf: (path: string) => number;
  #next = 0;
  /** Bytes that are still in the queue. */
  left: number;

  constructor(paths: readonly string[], sizeOf: (path: string) => number) {
    this.#paths = paths;
    this.#sizeOf = sizeOf;
    this.left = paths.reduce((sum, path) => sum + sizeOf(path), 0);
  }

  /** The next files, up to so many bytes; at least one where any is left. */
  take(bytes: number): string[] {
    const first = this.#next;
    let taken = 0;
    while (this.#next < this.#paths.length && this.#next - first < MOST_FILES && (taken < bytes || taken === 0))
      taken += this.#sizeOf(this.#paths[this.#next++]!);
    this.left -= taken;
    return this.#paths.slice(first, this.#next);
  }
}
