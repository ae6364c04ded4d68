/**
 * `bun test/csharp/mutants.ts [minutes] [seed] [file…]`: changes one thing at a time in plugins/csharp/references (in those files of it) and runs the
 * unit tests that stand there. Prints every change that they did not notice when it is met, and at the end how many they did, and the others as
 * the list of docs/csharp-truth.md. Default: 240 minutes, in which all are tried.
 *
 * All changes are written into one copy of this tree, each behind its number (mutation/changes.ts); a process loads the copy once, sees which test
 * reaches which change, and puts one after another in force (mutation/try.ts). What is asked while the modules load gets a process of its own.
 * `LEFT=file.json` takes the changes from that file where it is there, and writes those that no test notices into it: new tests are tried on these.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { API } from "typescript/unstable/async";
import { type Mutant, withSwitches } from "./mutation/changes.ts";
import type { Reached, Told, ToTry } from "./mutation/try.ts";

/** A process that has tried so many makes way: syntax trees of the tests stay in its memory. */
const EACH_PROCESS = 200;
const SILENT_MS = 60_000;
const TOP = join(import.meta.dirname, "../..");
const FOLDER = "plugins/csharp/references";
const minutes = Number(process.argv[2] ?? 240);
let seed = Number(process.argv[3] ?? 1);
const only = process.argv.slice(4);
const leftFile = process.env.LEFT;

const copy = mkdtempSync(join(tmpdir(), "jig-mutants-"));
let child: ChildProcess | undefined;
process.on("exit", () => {
  child?.kill("SIGKILL");
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
for (const part of ["core", "plugins", "test/csharp", "test/own-folder.ts", "package.json", "tsconfig.json"])
  cpSync(join(TOP, part), join(copy, part), { recursive: true });
symlinkSync(join(TOP, "node_modules"), join(copy, "node_modules"));
mkdirSync(join(copy, "temporary"));
// Threads of an index give way to others: here that would be the whole run.
writeFileSync(join(copy, "core/host/capabilities/background-priority.ts"), "export function giveWay(): void {}\n");

const all = await switched();
const asked = shuffled(all.filter(isAskedFor));
const reached: Reached[] = [];
const loaded = new Set<number>();
const until = Date.now() + minutes * 60_000;
const outcomes = new Map<number, { noticed: boolean; ran: number }>();
let rest = asked.map(({ id }) => id);
// The first process finds out what is reached; what the modules ask while they load is none of its.
await tryThem({ ids: [] });
if (reached.length === 0) throw new Error("the tests fail on the unchanged copy");
for (const id of rest.filter((each) => loaded.has(each)))
  if (Date.now() < until) await tryThem({ ids: [], loading: id });
rest = rest.filter((id) => !loaded.has(id));
while (rest.length > 0 && Date.now() < until) {
  await tryThem({ ids: rest.slice(0, EACH_PROCESS), reached });
  rest = rest.filter((id) => !outcomes.has(id));
}
report();

/** Every file with all its changes in it, and its tests with their own gatherer in place of `node:test`. */
async function switched(): Promise<Mutant[]> {
  const names = readdirSync(join(copy, FOLDER)).filter((name) => name.endsWith(".ts"));
  const runs = join(copy, "test/csharp/mutation/switch.ts");
  const mutants: Mutant[] = [];
  const api = new API({ cwd: TOP });
  const snapshot = await api.updateSnapshot({ openProject: join(TOP, "tsconfig.json") });
  const { program } = snapshot.getProjects()[0]!;
  for (const name of names) {
    const path = join(copy, FOLDER, name);
    if (name.endsWith(".test.ts"))
      writeFileSync(path, readFileSync(path, "utf8").replace('from "node:test"', `from ${JSON.stringify(runs)}`));
    else {
      const source = (await program.getSourceFile(join(TOP, FOLDER, name)))!;
      const made = withSwitches(name, source, mutants.length, runs);
      mutants.push(...made.mutants);
      writeFileSync(path, made.text);
    }
  }
  await api.close();
  return mutants;
}

function isAskedFor(mutant: Mutant): boolean {
  if (only.length > 0 && !only.includes(mutant.file)) return false;
  if (leftFile === undefined || !existsSync(leftFile)) return true;
  return (JSON.parse(readFileSync(leftFile, "utf8")) as Mutant[]).some(
    ({ file, text, from }) => file === mutant.file && text === mutant.text && from === mutant.from,
  );
}

/** One process: until it ends, says nothing any more or the time is over. */
async function tryThem(toTry: Omit<ToTry, "folder">): Promise<void> {
  const list = join(copy, "try.json");
  writeFileSync(list, JSON.stringify({ folder: join(copy, FOLDER), ...toTry }));
  const temporary = join(copy, "temporary");
  child = spawn(process.execPath, [join(copy, "test/csharp/mutation/try.ts"), list], {
    cwd: copy,
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  let begun: number | undefined;
  let heard = Date.now();
  const watch = setInterval(() => {
    const isOver = Date.now() > until;
    if (isOver) begun = undefined;
    if (isOver || Date.now() - heard > SILENT_MS) child!.kill("SIGKILL");
  }, 500);
  for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
    heard = Date.now();
    const told: Told = JSON.parse(line);
    if ("begins" in told) begun = told.begins;
    else if ("id" in told) {
      begun = undefined;
      settle(told.id, told);
    } else {
      reached.push(...told.reached);
      for (const id of told.loaded) loaded.add(id);
    }
  }
  clearInterval(watch);
  // Whatever ends a process, or keeps it from ever ending, is noticed.
  if (begun !== undefined) settle(begun, { noticed: true, ran: 1 });
}

function settle(id: number, { noticed, ran }: { noticed: boolean; ran: number }): void {
  outcomes.set(id, { noticed, ran });
  if (noticed) return;
  const { file, line, text } = all[id]!;
  console.log(`${outcomes.size} ${file}:${line} ${written(all[id]!)} [${ran}]  ${text}`);
}

function written({ from, to }: Mutant): string {
  return to === "" ? `\`${from}\` left out` : `\`${from} → ${to}\``;
}

function report(): void {
  const left = all.filter(({ id }) => outcomes.get(id)?.noticed === false);
  const unreached = left.filter(({ id }) => outcomes.get(id)!.ran === 0);
  const share = ((100 * left.length) / outcomes.size).toFixed(1);
  console.log(
    `${outcomes.size} of ${all.length} changes tried, ${outcomes.size - left.length} noticed, ${left.length} not (${share} %), of them ${unreached.length} where no test comes (°)`,
  );
  for (const [file, list] of [...Map.groupBy(left, (mutant) => mutant.file)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const ofFile = all.filter((mutant) => mutant.file === file).length;
    const each = list
      .sort((a, b) => a.line - b.line)
      .map((mutant) => `${mutant.line} ${written(mutant)}${unreached.includes(mutant) ? " °" : ""}`);
    console.log(`- ${file} (${list.length} of ${ofFile}): ${each.join(", ")}`);
  }
  if (leftFile !== undefined) writeFileSync(leftFile, JSON.stringify(left, undefined, 1));
}

function shuffled<T>(list: readonly T[]): T[] {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at--) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = seed % (at + 1);
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}
