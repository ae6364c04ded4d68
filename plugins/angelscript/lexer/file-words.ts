/** Collects the distinct words of a file as hashes, which are the same on all threads and in all runs. */

import { step } from "./interned-names.ts";
import { NumberList } from "./number-list.ts";
import { CLASS, classOf } from "./scan.ts";

/** Two words can have the same hash, in which case we search a file that doesn't contain the word. */
export function wordNumber(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = step(hash, word.charCodeAt(at));
  return hash >>> 0;
}

export class FileWords {
  readonly list = new NumberList();
  #hashes = new Int32Array(1 << 12);
  /** The file that used each slot last, so that the table doesn't have to be cleared between files. */
  #files = new Uint32Array(1 << 12);
  #file = 0;
  #from = 0;

  /** Starts the next file. */
  begin(): void {
    this.#file++;
    this.#from = this.list.length;
  }

  get count(): number {
    return this.list.length - this.#from;
  }

  add(hash: number): void {
    const mask = this.#hashes.length - 1;
    // The hashes of similar words are next to each other, so we mix in the upper bits.
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.#files[slot] === this.#file) {
      if (this.#hashes[slot] === hash) return;
      slot = (slot + 1) & mask;
    }
    this.#files[slot] = this.#file;
    this.#hashes[slot] = hash;
    this.list.add(hash);
    if (this.count * 2 > mask) this.#grow();
  }

  addAll(text: string, from: number, to: number): void {
    for (let at = from; at < to; ) {
      if (classOf(text.charCodeAt(at)) !== 1) {
        at++;
        continue;
      }
      let hash = 0;
      for (; at < to; at++) {
        const code = text.charCodeAt(at);
        const group = code < 128 ? CLASS[code] : classOf(code);
        if (group !== 1 && group !== 2) break;
        hash = step(hash, code);
      }
      this.add(hash);
    }
  }

  #grow(): void {
    const size = this.#hashes.length * 4;
    const known = this.list.from(this.#from);
    this.#hashes = new Int32Array(size);
    this.#files = new Uint32Array(size);
    for (const word of known) {
      const hash = word | 0;
      let slot = (hash ^ (hash >>> 15)) & (size - 1);
      while (this.#files[slot] === this.#file) slot = (slot + 1) & (size - 1);
      this.#files[slot] = this.#file;
      this.#hashes[slot] = hash;
    }
  }
}
