/**
 * Runs as its own process in the copy made by mutants.ts. For each mutation, runs the tests that reach it until one fails. Results
 * are written to file descriptor 3 right away, because the next mutation may kill or hang the process.
 */
import { existsSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Suite, state, suites } from "./switch.ts";

/** Mutations reached by a test, and its duration without any. */
export interface Reached {
  ids: number[];
  asked: number;
  ms: number;
  /** Fails unless the previous tests of the file ran before. */
  needsOthers: boolean;
  /** Fails without a mutation, so it's useless. */
  fails: boolean;
}

export interface Discovery {
  reached: Reached[];
  /** Reached during module loading, in a one-time `before`, or in threads or child processes. Needs its own process. */
  needProcess: number[];
  failing: string[];
}

export interface ToTry {
  tests: string[];
  ids: number[];
  /** Active before anything is loaded. All tests run. */
  fromStart?: number;
  /** File in which threads and child processes record reached mutations. */
  reachedFile?: string;
  /** Result of an earlier process, if any. */
  reached?: Reached[];
}

export type Result = Discovery | { begins: number } | { runs: true } | ({ id: number } & Outcome);

/** Time limit: this factor times the unmutated duration, or this constant if longer. */
const TIMES = 20;
const MIN_MS = 10_000;

const send = (line: Result): unknown => writeSync(3, `${JSON.stringify(line)}\n`);

class TooLate extends Error {}

const toTry: ToTry = JSON.parse(readFileSync(process.argv[2]!, "utf8"));
state.isRunner = true;
// Ignore errors after a test has ended, as we can't attribute them.
for (const event of ["unhandledRejection", "uncaughtException"])
  process.on(event, (error) => {
    if (state.now === -1 && reached.length === 0) console.error(error);
  });
let reached = toTry.reached ?? [];
if (toTry.fromStart !== undefined) send({ begins: toTry.fromStart });
try {
  for (const file of toTry.tests) {
    suites.push({ file, before: [], after: [], tests: [] });
    await import(join(process.cwd(), file));
    send({ runs: true });
  }
  for (const suite of suites) if (!opensAnew(suite)) for (const work of suite.before) await work();
} catch (error) {
  if (toTry.fromStart === undefined) {
    console.error(error);
    process.exit(1);
  }
  send({ id: toTry.fromStart, noticed: true, ran: 0, by: "loading", late: false });
  process.exit(0);
}
const tests = suites.flatMap((suite) => suite.tests.map((test) => ({ ...test, suite })));
const loaded = new Set(state.reached);
state.reached = undefined;
if (toTry.reached === undefined) reached = await discover();

if (toTry.fromStart !== undefined)
  send({ id: toTry.fromStart, ...(await outcome(tests.map((_, at) => at).filter((at) => !reached[at]?.fails))) });
for (const id of toTry.ids) {
  send({ begins: id });
  state.now = id;
  const result = await outcome(testsOf(id));
  send({ id, ...result });
  // Continue in a new process.
  if (result.late) break;
}
process.exit(0);

/** Tests that reach a mutation, fastest first. */
function testsOf(id: number): number[] {
  const those = reached.flatMap(({ ids, fails }, at) => (ids.includes(id) && !fails ? [at] : []));
  const together = new Set(those.filter((at) => reached[at]!.needsOthers).map((at) => tests[at]!.suite));
  const alone = those.filter((at) => !together.has(tests[at]!.suite));
  return [
    ...alone.sort((a, b) => reached[a]!.ms - reached[b]!.ms || reached[a]!.asked - reached[b]!.asked),
    ...tests.flatMap(({ suite }, at) => (together.has(suite) && !reached[at]!.fails ? [at] : [])),
  ];
}

/** Files with both `before` and `after` are set up for each mutation, others once per process. */
function opensAnew({ before, after }: Suite): boolean {
  return before.length > 0 && after.length > 0;
}

async function open(suite: Suite): Promise<void> {
  if (opensAnew(suite)) for (const work of suite.before) await work();
}

async function close(suite: Suite): Promise<void> {
  if (opensAnew(suite)) for (const work of suite.after) await work();
}

/** Runs all tests in order to see what they reach, then each one again in reverse. A test that now fails depends on earlier ones. */
async function discover(): Promise<Reached[]> {
  const found: Reached[] = [];
  const failing: string[] = [];
  for (const suite of suites) {
    await open(suite);
    for (const { name, work } of suite.tests) {
      state.reached = new Set();
      state.asked = 0;
      const begun = performance.now();
      const fails = await failsNow(work);
      const ms = Math.round(performance.now() - begun);
      found.push({ ids: [...state.reached], asked: state.asked, ms, needsOthers: false, fails });
      if (fails) failing.push(`${suite.file}: ${name}`);
      send({ runs: true });
    }
    state.reached = undefined;
    await close(suite);
  }
  const repeated = new Set<Suite>();
  for (const [at, { suite, work }] of [...tests.entries()].reverse()) {
    if (!found[at]!.fails && !(await passesAgain(suite, [work]))) {
      found[at]!.needsOthers = true;
      repeated.add(suite);
    }
    send({ runs: true });
  }
  const needProcess = new Set([...loaded, ...elsewhere()]);
  for (const suite of repeated)
    if (
      !(await passesAgain(
        suite,
        suite.tests.map(({ work }) => work),
      ))
    )
      for (const [at, test] of tests.entries())
        if (test.suite === suite) for (const id of found[at]!.ids) needProcess.add(id);
  send({ reached: found, needProcess: [...needProcess], failing });
  return found;
}

async function passesAgain(suite: Suite, works: readonly (() => unknown)[]): Promise<boolean> {
  return !(await failsNow(async () => {
    await open(suite);
    for (const work of works) await work();
    await close(suite);
  }));
}

async function failsNow(work: () => unknown): Promise<boolean> {
  try {
    await work();
    return false;
  } catch {
    return true;
  }
}

/** Mutations reached in threads and child processes. */
function elsewhere(): number[] {
  const file = toTry.reachedFile;
  return file !== undefined && existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
}

interface Outcome {
  noticed: boolean;
  ran: number;
  by: string;
  /** A test timed out and is still running. */
  late: boolean;
}

async function outcome(which: number[]): Promise<Outcome> {
  const opened = new Set<Suite>();
  const result: Outcome = { noticed: false, ran: 0, by: "", late: false };
  for (const at of which) {
    const { suite, name, work } = tests[at]!;
    result.ran++;
    state.asked = 0;
    state.most = 50 * (reached[at]?.asked ?? 1_000_000) + 1_000_000;
    send({ runs: true });
    const limit = Math.max(MIN_MS, TIMES * (reached[at]?.ms ?? 0));
    try {
      if (!opened.has(suite)) {
        opened.add(suite);
        await inTime(() => open(suite), limit);
        state.asked = 0;
      }
      await inTime(work, limit);
    } catch (error) {
      result.noticed = true;
      result.by = `${suite.file}: ${name}`;
      result.late = error instanceof TooLate;
      break;
    }
  }
  state.most = Number.POSITIVE_INFINITY;
  state.now = -1;
  // Closing may fail because of the mutation. We already have the result.
  if (!result.late) for (const suite of opened) await failsNow(() => inTime(() => close(suite), MIN_MS));
  return result;
}

async function inTime(work: () => unknown, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new TooLate()), ms);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
