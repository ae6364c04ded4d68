/** A list of unboxed integers that grows on demand. */

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

  /** Returns a view that is only valid until the next write. */
  from(start: number): Uint32Array {
    return this.#numbers.subarray(start, this.length);
  }

  take(): Uint32Array {
    return this.#numbers.slice(0, this.length);
  }
}
