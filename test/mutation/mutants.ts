/**
 * Mutation testing: `bun test/mutation/mutants.ts <target…> [--sample 200] [--seed 1] [--bar 80] [--file budget.ts] [--minutes 240]
 * [--left file.json]` makes one change at a time in a target's files (targets.ts) and runs the unit tests of these folders. Prints
 * surviving mutants as it finds them, then a summary by file. `all` means every target but C#. Samples are taken across all given
 * targets. With a bar, the exit code is 1 if fewer percent of the mutants were killed, or none was tried.
 *
 * All mutations are written into one copy of the tree, switchable by number (changes.ts). A process loads a target's tests once,
 * records which mutations each test reaches, and enables them one by one (try.ts). Mutations reached during module loading, in a
 * thread or in a child process get their own process. Endless loops are detected by time. `--left` reads mutations from that file
 * if it exists, and writes the survivors to it for trying new tests.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { API } from "typescript/unstable/async";
import { mulberry } from "../mulberry.ts";
import { type Mutant, withSwitches } from "./changes.ts";
import { CHANGE_VARIABLE, REACHED_VARIABLE } from "./switch.ts";
import { ALL, TARGET_NAMES, type Target, targetNamed } from "./targets.ts";
import type { Discovery, Result, ToTry } from "./try.ts";

/** Restart the process after this many, because syntax trees of the tests stay in memory. */
const EACH_PROCESS = 200;
/** Longer than the time limit for a test (try.ts). */
const SILENT_MS = 90_000;
const NODE_TEST = 'from "node:test"';
const TOP = join(import.meta.dirname, "../..");

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    file: { type: "string", multiple: true, default: [] },
    minutes: { type: "string", default: "240" },
    left: { type: "string" },
    bar: { type: "string" },
  },
});
const names = [...new Set(positionals.flatMap((name) => (name === "all" ? ALL : [name])))];
if (names.length === 0) {
  console.error(`Name a target: ${TARGET_NAMES.join(", ")} or all.`);
  process.exit(2);
}
const targets = names.map((name) => targetNamed(name, TOP));

const copy = mkdtempSync(join(tmpdir(), "jig-mutants-"));
let child: ChildProcess | undefined;
process.on("exit", () => {
  child?.kill("SIGKILL");
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
copyTree();

interface Attempt {
  noticed: boolean;
  ran: number;
}

const until = Date.now() + Number(options.minutes) * 60_000;
const random = mulberry(Number(options.seed));
const mutants = await switched();
const chosen = new Set(drawn(mutants.filter(isWanted)).map(({ id }) => id));
const outcomes = new Map<number, Attempt>();
for (const target of targets) await tryTarget(target);
report();

/** Copies tracked and untracked (not ignored) files from disk. */
function copyTree(): void {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: TOP,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  for (const file of listed.split("\n")) if (file !== "" && existsSync(join(TOP, file))) copyFile(file);
  symlinkSync(join(TOP, "node_modules"), join(copy, "node_modules"));
  mkdirSync(join(copy, "temporary"));
  // Index threads yield to others, which would delay the whole run.
  writeFileSync(
    join(copy, "core/host/capabilities/background-priority.ts"),
    "export function lowerPriority(): void {}\n",
  );
}

/** Tests and helpers import switch.ts instead of `node:test`. */
function copyFile(file: string): void {
  cpSync(join(TOP, file), join(copy, file));
  if (!file.endsWith(".ts")) return;
  const text = readFileSync(join(TOP, file), "utf8");
  const runs = JSON.stringify(join(copy, "test/mutation/switch.ts"));
  if (text.includes(NODE_TEST)) writeFileSync(join(copy, file), text.replace(NODE_TEST, `from ${runs}`));
}

/** Writes the target files with all mutations. */
async function switched(): Promise<(Mutant & { target: string })[]> {
  const runs = join(copy, "test/mutation/switch.ts");
  const made: (Mutant & { target: string })[] = [];
  const api = new API({ cwd: TOP });
  const snapshot = await api.updateSnapshot({ openProject: join(TOP, "tsconfig.json") });
  const { program } = snapshot.getProjects()[0]!;
  for (const { name, files } of targets) {
    for (const file of files) {
      const source = (await program.getSourceFile(join(TOP, file)))!;
      const { text, mutants: ofFile } = withSwitches(file, source, made.length, runs);
      made.push(...ofFile.map((mutant) => ({ ...mutant, target: name })));
      writeFileSync(join(copy, file), text);
    }
  }
  await api.close();
  return made;
}

function isWanted({ file, text, from, to }: Mutant): boolean {
  if (options.file.length > 0 && !options.file.some((part) => `/${file}`.endsWith(`/${part}`))) return false;
  if (options.left === undefined || !existsSync(options.left)) return true;
  return (JSON.parse(readFileSync(options.left, "utf8")) as Mutant[]).some(
    (left) => left.file === file && left.text === text && left.from === from && left.to === to,
  );
}

async function tryTarget({ name, tests }: Target): Promise<void> {
  let rest = mutants.filter(({ id, target }) => target === name && chosen.has(id)).map(({ id }) => id);
  if (rest.length === 0) return;
  const found = tests.length === 0 ? undefined : await discover(name, tests);
  if (found === undefined) {
    for (const id of rest) settle(id, { noticed: false, ran: 0 });
    return;
  }
  const { reached } = found;
  const needProcess = new Set(found.needProcess);
  for (const id of rest.filter((each) => needProcess.has(each)))
    if (Date.now() < until) await runProcess({ tests, ids: [], fromStart: id, reached });
  rest = rest.filter((id) => !needProcess.has(id));
  while (rest.length > 0 && Date.now() < until) {
    await runProcess({ tests, ids: rest.slice(0, EACH_PROCESS), reached });
    rest = rest.filter((id) => !outcomes.has(id));
  }
}

async function discover(name: string, tests: string[]): Promise<Discovery> {
  const found = await runProcess({ tests, ids: [], reachedFile: join(copy, `reached-${name}.txt`) });
  if (found === undefined) throw new Error(`${name}: the tests do not load in the unchanged copy`);
  for (const test of found.failing) console.log(`left out, fails without a change: ${test}`);
  return found;
}

/** Runs a process until it exits, goes silent, or time is up. */
async function runProcess(toTry: ToTry): Promise<Discovery | undefined> {
  const list = join(copy, "try.json");
  writeFileSync(list, JSON.stringify(toTry));
  const temporary = join(copy, "temporary");
  const { fromStart, reachedFile } = toTry;
  child = spawn(process.execPath, [join(copy, "test/mutation/try.ts"), list], {
    cwd: copy,
    env: {
      ...process.env,
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
      ...(fromStart === undefined ? {} : { [CHANGE_VARIABLE]: String(fromStart) }),
      ...(reachedFile === undefined ? {} : { [REACHED_VARIABLE]: reachedFile }),
    },
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  let begun: number | undefined;
  let discovery: Discovery | undefined;
  let heard = Date.now();
  const watch = setInterval(() => {
    const isOver = Date.now() > until;
    if (isOver) begun = undefined;
    if (isOver || Date.now() - heard > SILENT_MS) child!.kill("SIGKILL");
  }, 500);
  for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
    heard = Date.now();
    const result: Result = JSON.parse(line);
    if ("begins" in result) begun = result.begins;
    else if ("reached" in result) discovery = result;
    else if ("id" in result) {
      begun = undefined;
      settle(result.id, result);
    }
  }
  clearInterval(watch);
  // Crashing or hanging the process counts as killed.
  if (begun !== undefined) settle(begun, { noticed: true, ran: 1 });
  return discovery;
}

function settle(id: number, { noticed, ran }: Attempt): void {
  outcomes.set(id, { noticed, ran });
  if (noticed) return;
  const { file, line, text } = mutants[id]!;
  console.log(`${outcomes.size} ${file}:${line} ${written(mutants[id]!)} [${ran}]  ${text}`);
}

function written({ from, to }: Mutant): string {
  return to === "" ? `\`${from}\` left out` : `\`${from} → ${to}\``;
}

function report(): void {
  const left = mutants.filter(({ id }) => outcomes.get(id)?.noticed === false);
  const unreached = new Set(left.filter(({ id }) => outcomes.get(id)!.ran === 0));
  for (const [file, list] of [...Map.groupBy(left, (mutant) => mutant.file)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const ofFile = mutants.filter((mutant) => mutant.file === file && outcomes.has(mutant.id)).length;
    const each = list
      .sort((a, b) => a.line - b.line)
      .map((mutant) => `${mutant.line} ${written(mutant)}${unreached.has(mutant) ? " °" : ""}`);
    console.log(`- ${file} (${list.length} of ${ofFile}): ${each.join(", ")}`);
  }
  for (const { name } of targets)
    summary(
      name,
      mutants.filter(({ target }) => target === name),
    );
  if (targets.length > 1) summary("together", mutants);
  if (options.left !== undefined) writeFileSync(options.left, JSON.stringify(left, undefined, 1));
  const noticed = [...outcomes.values()].filter((outcome) => outcome.noticed).length;
  if (options.bar !== undefined && (outcomes.size === 0 || (100 * noticed) / outcomes.size < Number(options.bar))) {
    console.log(`below the bar of ${options.bar} %`);
    process.exitCode = 1;
  }
}

function summary(name: string, of: readonly Mutant[]): void {
  const tried = of.filter(({ id }) => outcomes.has(id));
  const left = tried.filter(({ id }) => !outcomes.get(id)!.noticed);
  const unreached = left.filter(({ id }) => outcomes.get(id)!.ran === 0).length;
  const noticed = tried.length - left.length;
  const share = tried.length === 0 ? "" : ` (${((100 * noticed) / tried.length).toFixed(1)} %)`;
  console.log(
    `${name}: ${tried.length} of ${of.length} changes tried, ${noticed} noticed${share}, ${left.length} not, of them ${unreached} where no test comes (°)`,
  );
}

/** All in random order, or a sample. */
function drawn<T>(list: readonly T[]): T[] {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return options.sample === undefined ? mixed : mixed.slice(0, Number(options.sample));
}
