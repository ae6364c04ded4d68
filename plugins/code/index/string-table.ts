/**
 * Numbers strings without duplicates. It also scans source code for words without creating a string for any word that is
 * already known.
 */

const FIRST_SLOTS = 1 << 14;
/** Longer words are data rather than code. */
const MAX_LETTERS = 255;

const OTHER = 0;
const DIGIT = 1;
const LETTER = 2;
/** Half of a character, or a character that rarely occurs in code. It is checked each time. */
const BEYOND = 3;

/** Returns the class of each UTF-16 unit. */
function unitKinds(): Uint8Array {
  const kinds = new Uint8Array(1 << 16).fill(BEYOND, 128);
  for (let unit = 0; unit < 128; unit++) {
    const text = String.fromCharCode(unit);
    kinds[unit] = /[A-Za-z_$]/.test(text) ? LETTER : /[0-9]/.test(text) ? DIGIT : OTHER;
  }
  // Punctuation marks, arrows and box-drawing characters.
  return kinds.fill(OTHER, 0x2010, 0x2028).fill(OTHER, 0x2190, 0x2460).fill(OTHER, 0x2500, 0x2776);
}

export class StringTable {
  readonly texts: string[] = [];
  #hashes: number[] = [];
  readonly #kinds = unitKinds();
  /** For each string, the number of the file that it was last found in. */
  #readIn: number[] = [];
  #reading = 0;
  /** A hash table of string numbers plus one, in which 0 marks a free slot. */
  #slots: Uint32Array = new Uint32Array(FIRST_SLOTS);

  /** Returns the number of a string, which is added if it is new. */
  id(text: string): number {
    return this.#id(text, 0, text.length, hashOf(text));
  }

  /** Returns the numbers that the strings of another table have in this one. Those that are new are added. */
  ids(other: StringTable): Uint32Array {
    const hashes = other.#hashes;
    return Uint32Array.from(other.texts, (text, at) => this.#id(text, 0, text.length, hashes[at] ?? 0));
  }

  /** Returns the slots of a hash table that is at most half full. */
  slots(): Uint32Array {
    return hashSlots(this.#hashes, 2 ** Math.ceil(Math.log2(Math.max(2, this.texts.length * 2))));
  }

  /** Returns the numbers of the words in a string, without duplicates. */
  words(text: string): number[] {
    const found: number[] = [];
    const { length } = text;
    const kinds = this.#kinds;
    this.#reading++;
    for (let at = 0; at < length; ) {
      let kind = kinds[text.charCodeAt(at)] ?? 0;
      if (kind === BEYOND) kind = kindBeyondAscii(text, at);
      if (kind < LETTER) {
        at++;
        continue;
      }
      const start = at;
      let hash = FIRST_HASH;
      do {
        hash = Math.imul(hash ^ text.charCodeAt(at++), PRIME);
        kind = at < length ? (kinds[text.charCodeAt(at)] ?? 0) : OTHER;
        if (kind === BEYOND) kind = kindBeyondAscii(text, at);
      } while (kind > OTHER);
      if (at - start > MAX_LETTERS) continue;
      const id = this.#id(text, start, at, hash >>> 0);
      if (this.#readIn[id] === this.#reading) continue;
      this.#readIn[id] = this.#reading;
      found.push(id);
    }
    return found;
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

function kindBeyondAscii(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const isSecond = unit >= 0xdc00 && unit < 0xe000;
  const point = String.fromCodePoint(text.codePointAt(isSecond ? at - 1 : at) ?? unit);
  return /\p{L}/u.test(point) ? LETTER : /\p{N}/u.test(point) ? DIGIT : OTHER;
}

const FIRST_HASH = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

export function hashOf(text: string): number {
  let hash = FIRST_HASH;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash >>> 0;
}

/**
 * Returns the slots of a hash table. The number of a string plus one is at the slot of its hash or in the next free
 * one. `count` is a power of two.
 */
function hashSlots(hashes: readonly number[], count: number): Uint32Array {
  const slots = new Uint32Array(count);
  for (const [id, hash] of hashes.entries()) {
    let slot = hash & (count - 1);
    while (slots[slot]) slot = (slot + 1) & (count - 1);
    slots[slot] = id + 1;
  }
  return slots;
}
