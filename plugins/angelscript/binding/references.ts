/** What binding a file gives: every use of a name, as numbers. */

/** How a name is used. `alias` is a word that stands for a symbol without naming it: `auto`, `Super`, `this`. */
export const USES = ["declaration", "override", "call", "read", "write", "type", "bind", "access", "alias"] as const;
export type Use = (typeof USES)[number];

const USE_NUMBER = new Map<Use, number>(USES.map((use, index) => [use, index]));

/** Three numbers for each use: start, length * 16 + use, and who is meant. */
export const STRIDE = 3;

/** Targets below zero: a local by the offset of its declaration, or a name that could not be resolved. */
const UNRESOLVED = -0x40000000;

export function localTarget(declarationStart: number): number {
  return -1 - declarationStart;
}

export function isLocal(target: number): boolean {
  return target < 0 && target > UNRESOLVED;
}

export function localStart(target: number): number {
  return -1 - target;
}

export function unresolvedTarget(name: number): number {
  return UNRESOLVED - name;
}

/** The key under which a name that could not be resolved has its number. */
export function nameKey(name: string): string {
  return `?:${name}`;
}

export function isUnresolved(target: number): boolean {
  return target <= UNRESOLVED;
}

export class UseList {
  #numbers = new Int32Array(384);
  #length = 0;

  add(start: number, length: number, use: Use, target: number): void {
    if (this.#length + STRIDE > this.#numbers.length) {
      const longer = new Int32Array(this.#numbers.length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length++] = start;
    this.#numbers[this.#length++] = length * 16 + (USE_NUMBER.get(use) as number);
    this.#numbers[this.#length++] = target;
  }

  /** A copy of what was added; the list is empty again. */
  take(): Int32Array {
    const taken = this.#numbers.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }
}

export interface UseView {
  start: number;
  length: number;
  use: Use;
  target: number;
}

export function readUse(uses: Int32Array, index: number): UseView {
  const packed = uses[index + 1] as number;
  return {
    start: uses[index] as number,
    length: packed >> 4,
    use: USES[packed & 15] as Use,
    target: uses[index + 2] as number,
  };
}
