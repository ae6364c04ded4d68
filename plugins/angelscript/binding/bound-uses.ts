/** Stores the uses of names in a bound file in a single Int32Array. */

/**
 * Describes how a name is used. `alias` covers words like `auto`, `Super` and `this` that refer to a symbol without naming it.
 * `mutatingCall` is an argument that the callee may modify, and `label` names an argument.
 */
export const USES = [
  "declaration",
  "override",
  "call",
  "read",
  "write",
  "type",
  "bind",
  "access",
  "alias",
  "unbind",
  "broadcast",
  "mutatingCall",
  "label",
] as const;
export type Use = (typeof USES)[number];

const USE_NUMBER = new Map<Use, number>(USES.map((use, index) => [use, index]));

/**
 * Each use has three numbers, which are stored as columns: first all targets, then all starts, then all `length * 16 + use`. A
 * reference search scans the targets of thousands of files, and with a separate column this is a plain `indexOf`.
 */
const COLUMNS = 3;

export function countOfUses(uses: Int32Array): number {
  return uses.length / COLUMNS;
}

/** Returns the column with the targets. */
export function targetsOf(uses: Int32Array): Int32Array {
  return uses.subarray(0, countOfUses(uses));
}

/** Up to this number of targets, several calls of `indexOf` are faster than a loop with a set. */
const FEW = 3;

/** Returns the indexes of uses that refer to one of the targets, in no particular order. */
export function* usesOf(uses: Int32Array, wanted: ReadonlySet<number>): Generator<number> {
  const targets = targetsOf(uses);
  if (wanted.size > FEW) {
    for (let index = 0; index < targets.length; index++) if (wanted.has(targets[index] as number)) yield index;
    return;
  }
  for (const target of wanted)
    for (let at = targets.indexOf(target); at >= 0; at = targets.indexOf(target, at + 1)) yield at;
}

/** A negative target is the offset of a local's declaration, or an unresolved name. */
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

/** Returns the key for an unresolved name. */
export function nameKey(name: string): string {
  return `?:${name}`;
}

export function isUnresolved(target: number): boolean {
  return target <= UNRESOLVED;
}

export class UseList {
  #targets: Int32Array = new Int32Array(128);
  #starts: Int32Array = new Int32Array(128);
  #packed: Int32Array = new Int32Array(128);
  #length = 0;

  add(start: number, length: number, use: Use, target: number): void {
    if (this.#length === this.#targets.length) {
      this.#targets = doubled(this.#targets);
      this.#starts = doubled(this.#starts);
      this.#packed = doubled(this.#packed);
    }
    this.#targets[this.#length] = target;
    this.#starts[this.#length] = start;
    this.#packed[this.#length++] = length * 16 + (USE_NUMBER.get(use) as number);
  }

  /** Changes a recorded read into another use, since `x` is bound before the binder sees the `=`. */
  reclassify(start: number, use: Use): void {
    for (let index = this.#length - 1; index >= 0; index--) {
      if (this.#starts[index] !== start) continue;
      const packed = this.#packed[index] as number;
      if ((packed & 15) === USE_NUMBER.get("read"))
        this.#packed[index] = (packed & ~15) | (USE_NUMBER.get(use) as number);
      return;
    }
  }

  /** Returns the collected uses and clears the list. */
  take(): Int32Array {
    const length = this.#length;
    const taken = new Int32Array(length * COLUMNS);
    for (const [column, numbers] of [this.#targets, this.#starts, this.#packed].entries())
      taken.set(numbers.subarray(0, length), column * length);
    this.#length = 0;
    return taken;
  }
}

function doubled(numbers: Int32Array): Int32Array {
  const longer = new Int32Array(numbers.length * 2);
  longer.set(numbers);
  return longer;
}

export interface UseView {
  start: number;
  length: number;
  use: Use;
  target: number;
}

/** The `index` must be lower than `countOfUses`. */
export function readUse(uses: Int32Array, index: number): UseView {
  const count = countOfUses(uses);
  const packed = uses[count * 2 + index] as number;
  return {
    start: uses[count + index] as number,
    length: packed >> 4,
    use: USES[packed & 15] as Use,
    target: uses[index] as number,
  };
}
