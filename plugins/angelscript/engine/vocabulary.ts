/** All words of the workspace by number, so that a file's vocabulary is a list of numbers. */

export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];

  number(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.#words.length;
      this.#words.push(word);
      this.#numbers.set(word, number);
    }
    return number;
  }

  known(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  word(number: number): string {
    return this.#words[number] ?? "";
  }

  get size(): number {
    return this.#words.length;
  }

  text(): string {
    return this.#words.join("\n");
  }

  static of(text: string): Vocabulary {
    const vocabulary = new Vocabulary();
    if (text !== "") for (const word of text.split("\n")) vocabulary.number(word);
    return vocabulary;
  }
}
