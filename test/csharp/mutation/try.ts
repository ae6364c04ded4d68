/**
 * Runs in the copy that mutants.ts makes, as a process of its own: with each change of its list in force, the tests that reach it, until one fails.
 * What comes of it is written to descriptor 3, a line each, before the next begins: a change may end the process, or never end.
 */
import { readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { state, suites } from "./switch.ts";

/** What a test reaches, and how often it asks for a change while none is in force. */
export interface Reached {
  ids: number[];
  asked: number;
}
export interface ToTry {
  folder: string;
  ids: number[];
  /** In force from the beginning, before anything is loaded: all tests run. */
  loading?: number;
  /** Found by an earlier process of the same run. */
  reached?: Reached[];
}
export type Told =
  | { reached: Reached[]; loaded: number[] }
  | { begins: number }
  | { id: number; noticed: boolean; ran: number; by: string };

const TEST_MS = 20_000;

const told = (line: Told): unknown => writeSync(3, `${JSON.stringify(line)}\n`);

const toTry: ToTry = JSON.parse(readFileSync(process.argv[2]!, "utf8"));
state.now = toTry.loading ?? -1;
// What fails behind a test's back counts for no change: which one it was cannot be said.
process.on("unhandledRejection", () => {});
process.on("uncaughtException", () => {});
if (toTry.loading !== undefined) told({ begins: toTry.loading });
try {
  for (const file of readdirSync(toTry.folder).filter((name) => name.endsWith(".test.ts"))) {
    suites.push({ file, before: [], after: [], tests: [] });
    await import(join(toTry.folder, file));
  }
  // What is left open is closed and opened anew for every change; what is not is made once.
  for (const { before, after } of suites) if (after.length === 0) for (const work of before) await work();
} catch (error) {
  if (toTry.loading === undefined) throw error;
  told({ id: toTry.loading, noticed: true, ran: 0, by: "loading" });
  process.exit(0);
}
const tests = suites.flatMap((suite) => suite.tests.map((test) => ({ ...test, suite })));
const loaded = [...state.reached!];
state.reached = undefined;
let reached: Reached[] | undefined;

if (toTry.loading !== undefined) {
  told({ id: toTry.loading, ...(await outcome(tests.map((_, at) => at))) });
  process.exit(0);
}
reached = toTry.reached ?? (await findReached());
for (const id of toTry.ids) {
  told({ begins: id });
  state.now = id;
  const those = reached.flatMap(({ ids, asked }, at) => (ids.includes(id) ? [{ at, asked }] : []));
  told({ id, ...(await outcome(those.sort((a, b) => a.asked - b.asked).map(({ at }) => at))) });
}
process.exit(0);

async function findReached(): Promise<Reached[]> {
  const found: Reached[] = [];
  for (const suite of suites) {
    if (suite.after.length > 0) for (const work of suite.before) await work();
    for (const { work } of suite.tests) {
      state.reached = new Set();
      state.asked = 0;
      await work();
      found.push({ ids: [...state.reached], asked: state.asked });
    }
    state.reached = undefined;
    if (suite.after.length > 0) for (const work of suite.after) await work();
  }
  told({ reached: found, loaded });
  return found;
}

async function outcome(which: number[]): Promise<{ noticed: boolean; ran: number; by: string }> {
  const open = new Set<(typeof suites)[number]>();
  let ran = 0;
  let by: string | undefined;
  for (const at of which) {
    const { suite, name, work } = tests[at]!;
    ran++;
    state.asked = 0;
    state.most = 50 * (reached?.[at]?.asked ?? 1_000_000) + 1_000_000;
    try {
      if (suite.after.length > 0 && !open.has(suite)) {
        open.add(suite);
        for (const each of suite.before) await inTime(each);
        state.asked = 0;
      }
      await inTime(work);
    } catch {
      by = name;
      break;
    }
  }
  state.most = Number.POSITIVE_INFINITY;
  state.now = -1;
  for (const suite of open) for (const work of suite.after) await work();
  return { noticed: by !== undefined, ran, by: by ?? "" };
}

async function inTime(work: () => unknown): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("never ended")), TEST_MS);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
