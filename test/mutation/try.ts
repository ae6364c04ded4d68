/**
 * Runs in the copy that mutants.ts makes, as a process of its own: with each change of its list in force, the tests that reach it, until one fails.
 * Each result is written to descriptor 3 as a line before the next change begins: a change may end the process, or never end.
 */
import { existsSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Suite, state, suites } from "./switch.ts";

/** What a test reaches, and what it costs while no change is in force. */
export interface Reached {
  ids: number[];
  asked: number;
  ms: number;
  /** Fails where it does not follow the tests before it: the file's tests run in their order. */
  needsOthers: boolean;
  /** Fails without a change: says nothing. */
  fails: boolean;
}

export interface Discovery {
  reached: Reached[];
  /** Reached while modules loaded, in a `before` that runs once, in threads or child processes: each needs a process of its own. */
  needProcess: number[];
  failing: string[];
}

export interface ToTry {
  tests: string[];
  ids: number[];
  /** In force from the start, before anything is loaded: all tests run. */
  fromStart?: number;
  /** Threads and child processes write the changes they reach into this file. */
  reachedFile?: string;
  /** Found by an earlier process of the same run; without it this process finds it. */
  reached?: Reached[];
}

export type Result = Discovery | { begins: number } | { runs: true } | ({ id: number } & Outcome);

/** A test may take this many times what it took without a change, and this long in any case. */
const TIMES = 20;
const MIN_MS = 10_000;

const send = (line: Result): unknown => writeSync(3, `${JSON.stringify(line)}\n`);

class TooLate extends Error {}

const toTry: ToTry = JSON.parse(readFileSync(process.argv[2]!, "utf8"));
state.isRunner = true;
// What fails after its test has ended counts for no change: which one it was cannot be said.
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
  // The rest gets a new process.
  if (result.late) break;
}
process.exit(0);

/** The places of the tests that reach a change, the cheapest first. */
function testsOf(id: number): number[] {
  const those = reached.flatMap(({ ids, fails }, at) => (ids.includes(id) && !fails ? [at] : []));
  const together = new Set(those.filter((at) => reached[at]!.needsOthers).map((at) => tests[at]!.suite));
  const alone = those.filter((at) => !together.has(tests[at]!.suite));
  return [
    ...alone.sort((a, b) => reached[a]!.ms - reached[b]!.ms || reached[a]!.asked - reached[b]!.asked),
    ...tests.flatMap(({ suite }, at) => (together.has(suite) && !reached[at]!.fails ? [at] : [])),
  ];
}

/** What a file both opens and closes is opened anew for every change; the rest is made once and left to the end of the process. */
function opensAnew({ before, after }: Suite): boolean {
  return before.length > 0 && after.length > 0;
}

async function open(suite: Suite): Promise<void> {
  if (opensAnew(suite)) for (const work of suite.before) await work();
}

async function close(suite: Suite): Promise<void> {
  if (opensAnew(suite)) for (const work of suite.after) await work();
}

/** All tests in their order, to see what they reach; then each again, the last first: a test that fails now needs those before it. */
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

/** Returns true if tests of a file pass once more, in this order. */
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

/** What threads and child processes reached. */
function elsewhere(): number[] {
  const file = toTry.reachedFile;
  return file !== undefined && existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
}

interface Outcome {
  noticed: boolean;
  ran: number;
  by: string;
  /** A test did not end in time, and goes on in this process. */
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
  // What a change broke may not close: the tests have said what they had to.
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
