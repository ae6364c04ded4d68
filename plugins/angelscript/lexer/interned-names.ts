/** Interns identifiers, so that the parser can compare numbers. */

/** The keywords. Their position in this list is their number. */
const WORDS = [
  "class",
  "struct",
  "enum",
  "namespace",
  "delegate",
  "event",
  "asset",
  "of",
  "access",
  "default",
  "import",
  "mixin",
  "local",
  "private",
  "protected",
  "public",
  "const",
  "final",
  "override",
  "property",
  "no_discard",
  "allow_discard",
  "if",
  "else",
  "for",
  "while",
  "do",
  "switch",
  "case",
  "fallthrough",
  "break",
  "continue",
  "return",
  "this",
  "Super",
  "nullptr",
  "true",
  "false",
  "auto",
  "void",
  "in",
  "out",
  "inout",
  "from",
  "UCLASS",
  "USTRUCT",
  "UENUM",
  "UFUNCTION",
  "UPROPERTY",
  "UMETA",
  "BlueprintEvent",
  "BlueprintOverride",
  "and",
  "or",
  "not",
  "xor",
  "is",
  "foreach",
  "RequireSuperCall",
  "NoSuperCall",
] as const;

type Word = (typeof WORDS)[number];

/** The numbers of the keywords, such as `Word.class`. */
export const Word = Object.fromEntries(WORDS.map((word, index) => [word, index])) as Record<Word, number>;

/** These words can't be used as the name of a variable or type. */
const RESERVED = new Set<number>(
  (
    [
      ["class", "struct", "enum", "namespace", "default", "import", "private", "protected", "public", "const"],
      ["if", "else", "for", "while", "do", "switch", "case", "fallthrough", "break", "continue", "return"],
      ["this", "nullptr", "true", "false"],
    ] as Word[][]
  )
    .flat()
    .map((word) => Word[word]),
);

export function isReserved(name: number): boolean {
  return name < WORDS.length && RESERVED.has(name);
}

export class Names {
  readonly #texts: string[] = [];
  #slots = new Int32Array(1 << 12).fill(-1);
  #hashes: number[] = [];

  readonly #borrows: boolean;

  /**
   * With `borrows`, the names are slices of the source text and keep it in memory. This should only be used for instances with
   * a short lifetime.
   */
  constructor({ borrows = false } = {}) {
    this.#borrows = borrows;
    for (const word of WORDS) this.of(word);
  }

  get size(): number {
    return this.#texts.length;
  }

  text(name: number): string {
    return this.#texts[name] as string;
  }

  hash(name: number): number {
    return this.#hashes[name] as number;
  }

  of(word: string): number {
    let hash = 0;
    for (let at = 0; at < word.length; at++) hash = step(hash, word.charCodeAt(at));
    return this.intern(word, 0, word.length, hash);
  }

  /** The `hash` must have been computed with `step`. */
  intern(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const name = this.#slots[slot] as number;
      if (name < 0) return this.#add(text.slice(start, end), hash, slot);
      if (this.#hashes[name] === hash && sameText(this.#texts[name] as string, text, start, end)) return name;
      slot = (slot + 1) & mask;
    }
  }

  #add(text: string, hash: number, slot: number): number {
    const name = this.#texts.length;
    // This forces a copy, because a slice would keep the whole file in memory.
    this.#texts.push(this.#borrows ? text : JSON.parse(JSON.stringify(text)));
    this.#hashes.push(hash);
    this.#slots[slot] = name;
    if (name * 2 > this.#slots.length) this.#grow();
    return name;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 4).fill(-1);
    const mask = slots.length - 1;
    for (let name = 0; name < this.#hashes.length; name++) {
      let slot = (this.#hashes[name] as number) & mask;
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & mask;
      slots[slot] = name;
    }
    this.#slots = slots;
  }
}

export function step(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

function sameText(known: string, text: string, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let at = 0; at < known.length; at++) if (known.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  return true;
}
