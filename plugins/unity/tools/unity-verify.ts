/** `unity-verify`: compiles and, if that is clean, runs the tests that the change reaches; one answer. */
import type { InferOutput } from "valibot";
import {
  type Context,
  isObject,
  JigError,
  type JsonObject,
  type Outcome,
  toJigError,
} from "../../../core/host/plugin-api.ts";
import { absoluteOf } from "../results/project-files.ts";
import { type Assembly, assembliesOf, type TestMode } from "../verify/affected-assemblies.ts";
import { Baseline, changedSince, type Prints, printsOf, reachOf } from "../verify/reach.ts";
import { execute, type Ran, runsFor } from "../verify/runs.ts";
import { type Dealings, dealingsOf } from "./call-editor.ts";
import { outcomeOf, stamped } from "./handler.ts";
import type { unityVerifyInput } from "./input.ts";

type Input = InferOutput<typeof unityVerifyInput>;

/** Longest line of a script that is shown beside its error. */
const MOST_SOURCE = 200;
/** So many errors and warnings get their source line. */
const MOST_SOURCES = 200;

export { lines } from "../tests/failed-test-lines.ts";

export default async function unityVerify(input: Input, context: Context): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  const { session } = dealings;
  // Before the compile: what is saved while it runs is not what it compiled.
  const assemblies = await assembliesOf(session.projectRoot, context);
  const prints = await printsOf(assemblies, session.projectRoot, context);
  const compiled = await compile(dealings, context);
  if (compiled.result.Success !== true) {
    const said = compiled.result.ErrorCount ? "" : String(compiled.result.Message ?? "");
    const Message = `It does not compile, so no test was run${said === "" ? "" : `: ${said}`}`;
    return told(
      { ...compiled.result, Success: false, Stage: "compile", Message },
      compiled.warnings,
      dealings,
      context,
    );
  }
  const plan = await planOf(input, assemblies, prints, dealings, context);
  const { ran, trouble } = await runAll(plan, dealings);
  if (trouble) throw withSoFar(trouble, ran);
  for (const { mode, runs } of plan.modes) {
    const own = ran.filter(({ run }) => runs.includes(run));
    if (own.length === runs.length && own.every(({ passed }) => passed)) await plan.baseline.note(mode, prints);
  }
  const value = { ...compiled.result, ...summary(ran), ...plan.said, Message: sentence(ran, plan.said.Reached.length) };
  const warnings = [...compiled.warnings, ...ran.flatMap((each) => each.warnings)];
  return told({ ...value, Success: ran.every(({ passed }) => passed), Stage: "tests" }, warnings, dealings, context);

  async function runAll({ modes }: Plan, { caller }: Dealings) {
    const runs = modes.flatMap((each) => each.runs);
    const done: Ran[] = [];
    for (const [index, run] of runs.entries()) {
      const what = `${run.assembly ?? "all assemblies"}, ${run.mode} (run ${index + 1} of ${runs.length})`;
      const progress: typeof caller.progress = ({ message }) =>
        caller.progress({
          done: index,
          total: runs.length,
          message: `Tests of ${what}${message ? `: ${message}` : ""}`,
        });
      progress({});
      try {
        done.push(await execute(run, { ...dealings, caller: { ...caller, progress } }, context));
      } catch (thrown) {
        return { ran: done, trouble: toJigError(thrown) };
      }
    }
    return { ran: done, trouble: undefined };
  }
}

async function compile({ session, caller }: Dealings, context: Context) {
  caller.progress({ message: "Compiling" });
  const TimeoutSeconds = Math.max(1, Math.ceil(caller.deadline.remaining / 1_000));
  const { result, warnings } = await session.compile({ ForceRecompile: false, TimeoutSeconds }, caller);
  const [Errors, Warnings] = await Promise.all(
    [result.Errors, result.Warnings].map((list) => withSources(list, session.projectRoot, context)),
  );
  const whole: JsonObject = { ...result, Errors: Errors!, Warnings: Warnings! };
  return { result: whole, warnings };
}

interface Plan {
  baseline: Baseline;
  modes: { mode: TestMode; runs: ReturnType<typeof runsFor> }[];
  said: { Changed: string[]; Reached: string[] };
}

async function planOf(
  { Tests, TestMode: asked }: Input,
  assemblies: Assembly[],
  prints: Prints,
  { session }: Dealings,
  context: Context,
): Promise<Plan> {
  const baseline = new Baseline(context, session.projectRoot);
  const known = await baseline.read();
  const changed = new Set<string>();
  const reached = new Set<string>();
  const modes = (["EditMode", "PlayMode"] as const)
    .filter((mode) => Tests !== "none" && (asked === "all" || asked === mode))
    .map((mode) => {
      const differing = changedSince(known[mode], prints);
      const reach =
        Tests === "all" ? new Set(assemblies.map(({ name }) => name)) : reachOf(assemblies, differing, known[mode]);
      for (const name of differing) changed.add(name);
      const all = assemblies.filter(({ tests }) => tests === mode).map(({ name }) => name);
      const wanted = all.filter((name) => reach.has(name));
      for (const name of wanted) reached.add(name);
      return { mode, runs: runsFor(mode, wanted, all) };
    });
  return { baseline, modes, said: { Changed: [...changed].sort(), Reached: [...reached].sort() } };
}

/** The errors with the line of the script where each stands. */
async function withSources(list: unknown, projectRoot: string, context: Context): Promise<JsonObject[]> {
  const rows = Array.isArray(list) ? list.filter(isObject) : [];
  const read = new Map<string, Promise<string[]>>();
  const linesOf = (file: string) => {
    const known = read.get(file);
    if (known) return known;
    const lines = context.files.readText(absoluteOf(projectRoot, file), { maxBytes: 4 * 1024 * 1024 }).then(
      ({ text }) => text.split(/\r\n|\n|\r/),
      () => [],
    );
    read.set(file, lines);
    return lines;
  };
  return Promise.all(
    rows.map(async (row, index) => {
      if (index >= MOST_SOURCES || typeof row.File !== "string" || row.File === "" || !row.Line) return row;
      const line = (await linesOf(row.File))[Number(row.Line) - 1]?.trim();
      return line ? { ...row, Source: line.slice(0, MOST_SOURCE) } : row;
    }),
  );
}

function summary(ran: Ran[]): JsonObject {
  const sum = (key: string) => ran.reduce((total, { result }) => total + Number(result[key] ?? 0), 0);
  const failed = ran.flatMap(({ result }) => (Array.isArray(result.FailedTests) ? result.FailedTests : []));
  return {
    TestCount: sum("TestCount"),
    PassedCount: sum("PassedCount"),
    FailedCount: sum("FailedCount"),
    SkippedCount: sum("SkippedCount"),
    FailedTests: failed,
    Runs: ran.map(({ run, passed, result }) => ({
      Assembly: run.assembly ?? "all",
      TestMode: run.mode,
      Passed: passed,
      TestCount: result.TestCount ?? 0,
      FailedCount: result.FailedCount ?? 0,
      Message: String(result.Message ?? ""),
    })),
  };
}

function sentence(ran: Ran[], reached: number): string {
  if (reached === 0) return "It compiles. What changed reaches no assembly with tests";
  const bad = ran.filter(({ passed }) => !passed);
  if (bad.length === 0) return "It compiles, and the tests that the change reaches pass";
  return `It compiles, but ${bad.map(({ run }) => `${run.assembly ?? "all"} (${run.mode})`).join(", ")} did not pass`;
}

/** A failure in the middle says what was done before it. */
function withSoFar(trouble: JigError, ran: Ran[]): JigError {
  const details = { ...trouble.details, stage: "tests", done: summary(ran).Runs ?? [] };
  return JigError.fromData({ ...trouble.toData(), details });
}

function told(result: JsonObject, warnings: string[], dealings: Dealings, context: Context): Outcome {
  const { CompletedAt: _, ...rest } = result;
  const whole = { ...stamped(rest, context), ProjectRoot: dealings.session.projectRoot };
  return outcomeOf({ result: whole, warnings: [...new Set(warnings)] }, dealings);
}
