/** The last few questions whose answers took long to work out. */

const MOST = 4;

export class Remembered {
  /** By question, the last one last. */
  readonly #answers = new Map<string, unknown>();

  async answer<Answer>(question: string, work: () => Promise<Answer>): Promise<Answer> {
    const answer = (this.#answers.get(question) as Answer | undefined) ?? (await work());
    this.#answers.delete(question);
    this.#answers.set(question, answer);
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size > MOST) this.#answers.delete(oldest);
    return answer;
  }

  forget(): void {
    this.#answers.clear();
  }
}
