/**
 * Maps the keys of symbols to numbers, so that a use can store its target as an integer. Saved keys are looked up in their form
 * on disk, which doesn't create strings.
 */
import { step } from "../lexer/interned-names.ts";

/** The table of keys in the layout that it has on disk. */
export interface SavedKeys {
  hashes: Int32Array;
  /** The end of each key in `bytes`. The keys follow each other without gaps. */
  ends: Uint32Array;
  /** A hash table with the number of the key plus 1, or 0 if the slot is empty. Its length is a power of two. */
  slots: Uint32Array;
  bytes: Uint8Array;
}

/** The numbers of keys don't change during the engine's lifetime. */
export class SymbolKeys {
  readonly #numbers = new Map<string, number>();
  /** The keys that were added since the table was saved. */
  readonly #keys: string[] = [];
  #saved: SavedKeys | undefined;

  /** Loads a saved table. It returns false if there are keys already. */
  start(saved: SavedKeys): boolean {
    if (this.size > 0) return false;
    this.#saved = saved;
    return true;
  }

  /** Replaces the strings in memory by `saved`, which must be the output of `packed`. */
  continueAs(saved: SavedKeys): void {
    if (saved.ends.length !== this.size) return;
    this.#saved = saved;
    this.#keys.length = 0;
    this.#numbers.clear();
  }

  number(key: string): number {
    let number = this.known(key);
    if (number === undefined) {
      number = this.size;
      this.#keys.push(key);
      this.#numbers.set(key, number);
    }
    return number;
  }

  known(key: string): number | undefined {
    return this.#numbers.get(key) ?? (this.#saved && find(this.#saved, key));
  }

  key(number: number): string {
    const before = this.#saved?.ends.length ?? 0;
    return number < before ? textOf(this.#saved as SavedKeys, number) : (this.#keys[number - before] ?? "");
  }

  get size(): number {
    return (this.#saved?.ends.length ?? 0) + this.#keys.length;
  }

  /** Writes all keys in the layout of the disk. */
  packed(): SavedKeys {
    if (this.#saved && this.#keys.length === 0) return this.#saved;
    const before = this.#saved;
    const added = this.#keys.map((key) => ENCODER.encode(key));
    const size = this.size;
    const start = before?.bytes.length ?? 0;
    const hashes = new Int32Array(size);
    const ends = new Uint32Array(size);
    const bytes = new Uint8Array(added.reduce((sum, each) => sum + each.length, start));
    if (before) {
      hashes.set(before.hashes);
      ends.set(before.ends);
      bytes.set(before.bytes);
    }
    let at = start;
    for (const [index, each] of added.entries()) {
      const number = size - added.length + index;
      bytes.set(each, at);
      at += each.length;
      ends[number] = at;
      hashes[number] = hashOf(this.#keys[index] as string);
    }
    return { hashes, ends, slots: slotsOf(hashes), bytes };
  }
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

function hashOf(key: string): number {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = step(hash, key.charCodeAt(at));
  return hash;
}

function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}

function slotsOf(hashes: Int32Array): Uint32Array {
  const slots = new Uint32Array(1 << Math.ceil(Math.log2(hashes.length * 2 + 2)));
  const mask = slots.length - 1;
  for (let number = 0; number < hashes.length; number++) {
    let slot = slotOf(hashes[number] as number, mask);
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number + 1;
  }
  return slots;
}

function textOf({ ends, bytes }: SavedKeys, number: number): string {
  return DECODER.decode(bytes.subarray(number === 0 ? 0 : ends[number - 1], ends[number]));
}

function find(saved: SavedKeys, key: string): number | undefined {
  const hash = hashOf(key);
  const mask = saved.slots.length - 1;
  for (let slot = slotOf(hash, mask); ; slot = (slot + 1) & mask) {
    const number = (saved.slots[slot] as number) - 1;
    if (number < 0) return undefined;
    if (saved.hashes[number] === hash && textOf(saved, number) === key) return number;
  }
}
