/** Strings by number, each once, and a scanner for the words of a text that makes no string of a word it knows. */

const FIRST_SLOTS = 1 << 14;
/** A word that is longer is data. */
const MOST_LETTERS = 100;

/** The class of a UTF-16 unit: 0 for one outside words, 1 for a digit, 2 for a letter. */
const ASCII = Uint8Array.from({ length: 128 }, (_, unit) => {
  const text = String.fromCharCode(unit);
  return /[A-Za-z_$]/.test(text) ? 2 : /[0-9]/.test(text) ? 1 : 0;
});

export class StringTable {
  readonly texts: string[] = [];
  #hashes: number[] = [];
  /** Numbers of strings plus one, by hash; 0 is free. */
  #slots: Uint32Array = new Uint32Array(FIRST_SLOTS);

  /** The number of a string, which is added if it is new. */
  id(text: string): number {
    return this.#id(text, 0, text.length, hashOf(text));
  }

  /** Numbers of the words in a text, each once. */
  words(text: string): number[] {
    const found = new Set<number>();
    const { length } = text;
    for (let at = 0; at < length; ) {
      if (kindAt(text, at) < 2) {
        at++;
        continue;
      }
      const start = at;
      let hash = FIRST_HASH;
      do hash = Math.imul(hash ^ text.charCodeAt(at++), PRIME);
      while (at < length && kindAt(text, at) > 0);
      if (at - start <= MOST_LETTERS) found.add(this.#id(text, start, at, hash >>> 0));
    }
    return [...found];
  }

  #id(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let known = this.#slots[slot]; known; known = this.#slots[slot]) {
      const other = this.texts[known - 1];
      if (this.#hashes[known - 1] === hash && other?.length === end - start && text.startsWith(other, start))
        return known - 1;
      slot = (slot + 1) & mask;
    }
    const id = this.texts.push(text.slice(start, end)) - 1;
    this.#hashes.push(hash);
    this.#slots[slot] = id + 1;
    if (this.texts.length * 2 > this.#slots.length) this.#slots = hashSlots(this.#hashes, this.#slots.length * 2);
    return id;
  }
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 128 ? (ASCII[unit] ?? 0) : kindBeyondAscii(text, at, unit);
}

function kindBeyondAscii(text: string, at: number, unit: number): number {
  const isSecond = unit >= 0xdc00 && unit < 0xe000;
  const point = String.fromCodePoint(text.codePointAt(isSecond ? at - 1 : at) ?? unit);
  return /\p{L}/u.test(point) ? 2 : /\p{N}/u.test(point) ? 1 : 0;
}

const FIRST_HASH = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

export function hashOf(text: string): number {
  let hash = FIRST_HASH;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash >>> 0;
}

/** Where each string is looked for: its number plus one at its hash, or in the next free place. `count` is a power of two. */
export function hashSlots(hashes: readonly number[], count: number): Uint32Array {
  const slots = new Uint32Array(count);
  for (const [id, hash] of hashes.entries()) {
    let slot = hash & (count - 1);
    while (slots[slot]) slot = (slot + 1) & (count - 1);
    slots[slot] = id + 1;
  }
  return slots;
}
