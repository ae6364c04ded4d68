/** All words of the workspace by number, so that a file's vocabulary is a list of numbers. */

export class Vocabulary {
  /** Words that were saved, one a line; split when one is first asked for. */
  #saved: string;
  readonly #known = new Map<string, number>();
  readonly #words: string[] = [];

  constructor(saved = "") {
    this.#saved = saved;
  }

  get #numbers(): Map<string, number> {
    if (this.#saved !== "") {
      for (const word of this.#saved.split("\n")) {
        this.#known.set(word, this.#words.length);
        this.#words.push(word);
      }
      this.#saved = "";
    }
    return this.#known;
  }

  number(word: string): number {
    const numbers = this.#numbers;
    let number = numbers.get(word);
    if (number === undefined) {
      number = this.#words.length;
      this.#words.push(word);
      numbers.set(word, number);
    }
    return number;
  }

  known(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  /** All words, one a line, by number. */
  text(): string {
    return this.#saved === "" ? this.#words.join("\n") : this.#saved;
  }
}
