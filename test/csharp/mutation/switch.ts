/**
 * What the copy that mutants.ts makes runs on: every place of a change asks here whether it is in force. The tests of the copy name this file
 * in place of `node:test`, and are gathered.
 */
type Work = () => unknown;

interface Suite {
  file: string;
  before: Work[];
  after: Work[];
  tests: { name: string; work: Work }[];
}

/** The one change in force, what of them was reached, and how much was asked: a loop without end asks too often. */
export const state = {
  now: -1,
  reached: new Set<number>() as Set<number> | undefined,
  asked: 0,
  most: Number.POSITIVE_INFINITY,
  left: undefined as unknown,
};
export const suites: Suite[] = [];

export const before = (work: Work): unknown => suites.at(-1)!.before.push(work);
export const after = (work: Work): unknown => suites.at(-1)!.after.push(work);
export const describe = (_: string, work: Work): unknown => work();
export const test = (name: string, work: Work): unknown => suites.at(-1)!.tests.push({ name, work });

function isInForce(id: number): boolean {
  state.reached?.add(id);
  if (++state.asked > state.most) throw new Error("a loop without end");
  return state.now === id;
}

/** One value, or the other. */
export function $value<Value>(id: number, plain: Value, changed: Value): Value {
  return isInForce(id) ? changed : plain;
}

export function $not(id: number, value: unknown): unknown {
  return isInForce(id) ? value : !value;
}

/** Whether what stands right of `&&`, `||` or `??` is evaluated; if not, `$left` gives the left. */
export function $right(id: number, plain: string, changed: string, left: unknown): boolean {
  state.left = left;
  const operator = isInForce(id) ? changed : plain;
  return operator === "&&" ? !!left : operator === "||" ? !left : left === undefined || left === null;
}

export function $left(): unknown {
  return state.left;
}

export function $compare(id: number, plain: string, changed: string, a: number, b: number): boolean {
  switch (isInForce(id) ? changed : plain) {
    case "===":
      return a === b;
    case "!==":
      return a !== b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    default:
      return a >= b;
  }
}
