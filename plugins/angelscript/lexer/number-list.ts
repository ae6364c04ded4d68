/** A list of whole numbers that grows, without a box for each. */

export class NumberList {
  #numbers = new Uint32Array(1 << 12);
  length = 0;

  add(number: number): void {
    if (this.length === this.#numbers.length) {
      const longer = new Uint32Array(this.length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.length++] = number;
  }

  /** The numbers from an index on; valid only until more are added. */
  from(start: number): Uint32Array {
    return this.#numbers.subarray(start, this.length);
  }

  /** A copy of all numbers. */
  take(): Uint32Array {
    return this.#numbers.slice(0, this.length);
  }
}
