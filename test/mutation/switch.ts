/**
 * Used in the copy made by mutants.ts. Instrumented code checks here which mutation is active. Tests import this file instead of
 * `node:test`, so that try.ts can run them individually.
 */
import { appendFileSync } from "node:fs";
import process from "node:process";

type Work = () => unknown;

export interface Suite {
  file: string;
  before: Work[];
  after: Work[];
  tests: { name: string; work: Work }[];
}

/** Mutation active from the start, for threads and child processes. */
export const CHANGE_VARIABLE = "JIG_MUTANT";
/** File in which threads and child processes record reached mutations. */
export const REACHED_VARIABLE = "JIG_MUTANTS_REACHED";

export const state = {
  now: Number(process.env[CHANGE_VARIABLE] ?? -1),
  reached: new Set<number>() as Set<number> | undefined,
  /** Checks since the test started. More than `max` means an endless loop. */
  asked: 0,
  most: Number.POSITIVE_INFINITY,
  left: undefined as unknown,
  /** Set by try.ts. Threads and child processes don't use `reached`. */
  isRunner: false,
};
export const suites: Suite[] = [];

export const before = (work: Work): unknown => suites.at(-1)!.before.push(work);
export const after = (work: Work): unknown => suites.at(-1)!.after.push(work);
export const describe = (_: string, work: Work): unknown => work();
export function test(name: string, ...rest: [Work] | [{ skip?: unknown }, Work]): void {
  const work = rest.at(-1) as Work;
  const isSkipped = rest.length === 2 && !!(rest[0] as { skip?: unknown }).skip;
  if (!isSkipped) suites.at(-1)!.tests.push({ name, work });
}

const REPORTED = new Set<number>();

function reach(id: number): void {
  if (state.isRunner) {
    state.reached?.add(id);
    return;
  }
  const file = process.env[REACHED_VARIABLE];
  if (file === undefined || REPORTED.has(id)) return;
  REPORTED.add(id);
  try {
    appendFileSync(file, `${id}\n`);
  } catch {
    // A sandboxed child may not be able to write. Its mutations count as not reached.
  }
}

/** 0 if none of the `count` mutations from `first` is active, else its 1-based position. */
function which(first: number, count: number): number {
  for (let id = first; id < first + count; id++) reach(id);
  if (++state.asked > state.most) throw new Error("a loop without end");
  const place = state.now - first;
  return place >= 0 && place < count ? place + 1 : 0;
}

export function $is(id: number): boolean {
  return which(id, 1) === 1;
}

/** First value, or that of the active mutation. */
export function $value<Value>(first: number, ...values: Value[]): Value {
  return values[which(first, values.length - 1)]!;
}

/** `!value` if active. */
export function $not(id: number, value: unknown): unknown {
  return $is(id) ? value : !value;
}

/** Negated condition if active. */
export function $opposite(id: number, value: unknown): unknown {
  return $is(id) ? !value : value;
}

/** Negated operand of `+=` or `-=` if active. */
export function $negative(id: number, value: unknown): unknown {
  if (!$is(id)) return value;
  return typeof value === "number" || typeof value === "bigint" ? -value : "";
}

/** True if the right side of `&&`, `||` or `??` is evaluated; otherwise `$left` has the left side. "right": always. */
export function $right(first: number, operators: string[], left: unknown): boolean {
  state.left = left;
  const operator = operators[which(first, operators.length - 1)];
  if (operator === "right") return true;
  return operator === "&&" ? !!left : operator === "||" ? !left : left === undefined || left === null;
}

export function $left(): unknown {
  return state.left;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the sources compare and add.
const OPERATIONS: Record<string, (a: any, b: any) => unknown> = {
  "===": (a, b) => a === b,
  "!==": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
};

/** Evaluates `a operator b`, possibly with another operator. */
export function $operation(first: number, operators: string[], a: unknown, b: unknown): unknown {
  return OPERATIONS[operators[which(first, operators.length - 1)]!]!(a, b);
}

class Held {
  readonly promise: unknown;
  constructor(promise: unknown) {
    this.promise = promise;
  }
}

/** `$released(await $held(id, promise))` is `await promise`, or just the promise. */
export function $held(id: number, promise: unknown): unknown {
  return $is(id) ? new Held(promise) : promise;
}

export function $released(value: unknown): unknown {
  return value instanceof Held ? value.promise : value;
}
