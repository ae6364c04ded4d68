/**
 * `unity-verify`: compiles, then runs the tests of the affected assemblies. If the compile fails (or Unity doesn't say
 * how it went) no tests are run. Only when all runs of a test mode have passed do we save the new baseline for that
 * mode, so a failing test stays selected until it passes.
 */
import type { InferOutput } from "valibot";
import {
  type Context,
  isObject,
  JigError,
  type JsonObject,
  type Outcome,
  toJigError,
} from "../../../core/host/plugin-api.ts";
import { absoluteOf } from "../results/project-paths.ts";
import { type EditorCall, openCall } from "../routing/editor-call.ts";
import {
  affectedAssemblies,
  Baseline,
  changedSince,
  type Fingerprints,
  fingerprintsOf,
} from "../verify/affected-assemblies.ts";
import { type Assembly, assembliesOf, type TestMode } from "../verify/assemblies.ts";
import { executeRun, type FinishedRun, testRunsFor } from "../verify/test-runs.ts";
import { outcomeOf, withCompletedAt } from "./editor-outcome.ts";
import type { unityVerifyInput } from "./input.ts";

type Input = InferOutput<typeof unityVerifyInput>;

/** Longer lines are cut. */
const MAX_SOURCE = 200;
/** If there are more than this, the source lines are left out. */
const MAX_SOURCES = 200;

export { lines } from "./failed-test-rows.ts";

export default async function unityVerify(input: Input, context: Context): Promise<Outcome> {
  const call = await openCall(input, context);
  const { router } = call;
  // This is done before compiling, because files that are saved meanwhile aren't part of the compile.
  const assemblies = await assembliesOf(router.projectRoot, context);
  const prints = await fingerprintsOf(assemblies, router.projectRoot, context);
  const compiled = await compile(call, context);
  if (compiled.result.Success !== true) {
    const said = compiled.result.ErrorCount ? "" : String(compiled.result.Message ?? "");
    const found = compiled.result.Success === false ? "It does not compile" : "Unity does not say whether it compiles";
    const Message = `${found}, so no test was run${said === "" ? "" : `: ${said}`}`;
    return verifyOutcome(
      { ...compiled.result, Success: false, Stage: "compile", Message },
      compiled.warnings,
      call,
      context,
    );
  }
  const plan = await planOf(input, assemblies, prints, call, context);
  const { ran, error } = await runAll(plan, call);
  if (error) throw withFinishedRuns(error, ran);
  for (const { mode, runs } of plan.modes) {
    const own = ran.filter(({ run }) => runs.includes(run));
    if (own.length === runs.length && own.every(({ passed }) => passed)) await plan.baseline.save(mode, prints);
  }
  const value = { ...compiled.result, ...summary(ran), ...plan.said, Message: sentence(ran, plan.said.Reached.length) };
  const warnings = [...compiled.warnings, ...ran.flatMap((each) => each.warnings)];
  return verifyOutcome(
    { ...value, Success: ran.every(({ passed }) => passed), Stage: "tests" },
    warnings,
    call,
    context,
  );

  async function runAll({ modes }: Plan, { commandContext }: EditorCall) {
    const runs = modes.flatMap((each) => each.runs);
    const done: FinishedRun[] = [];
    for (const [index, run] of runs.entries()) {
      const what = `${run.assembly ?? "all assemblies"}, ${run.mode} (run ${index + 1} of ${runs.length})`;
      const progress: typeof commandContext.progress = ({ message }) =>
        commandContext.progress({
          done: index,
          total: runs.length,
          message: `Tests of ${what}${message ? `: ${message}` : ""}`,
        });
      progress({});
      try {
        done.push(await executeRun(run, { ...call, commandContext: { ...commandContext, progress } }, context));
      } catch (thrown) {
        return { ran: done, error: toJigError(thrown) };
      }
    }
    return { ran: done, error: undefined };
  }
}

async function compile({ router, commandContext }: EditorCall, context: Context) {
  commandContext.progress({ message: "Compiling" });
  const TimeoutSeconds = Math.max(1, Math.ceil(commandContext.deadline.remaining / 1_000));
  const { result, warnings } = await router.compile({ ForceRecompile: false, TimeoutSeconds }, commandContext);
  const [Errors, Warnings] = await Promise.all(
    [result.Errors, result.Warnings].map((list) => withSources(list, router.projectRoot, context)),
  );
  const whole: JsonObject = { ...result, Errors: Errors, Warnings: Warnings };
  return { result: whole, warnings };
}

interface Plan {
  baseline: Baseline;
  modes: { mode: TestMode; runs: ReturnType<typeof testRunsFor> }[];
  said: { Changed: string[]; Reached: string[] };
}

async function planOf(
  { Tests, TestMode: requested }: Input,
  assemblies: Assembly[],
  prints: Fingerprints,
  { router }: EditorCall,
  context: Context,
): Promise<Plan> {
  const baseline = new Baseline(context, router.projectRoot);
  const known = await baseline.read();
  const changed = new Set<string>();
  const reached = new Set<string>();
  const modes = (["EditMode", "PlayMode"] as const)
    .filter((mode) => Tests !== "none" && (requested === "all" || requested === mode))
    .map((mode) => {
      const differing = changedSince(known[mode], prints);
      const reach =
        Tests === "all"
          ? new Set(assemblies.map(({ name }) => name))
          : affectedAssemblies(assemblies, differing, known[mode]);
      for (const name of differing) changed.add(name);
      const all = assemblies.filter(({ tests }) => tests === mode).map(({ name }) => name);
      const wanted = all.filter((name) => reach.has(name));
      for (const name of wanted) reached.add(name);
      return { mode, runs: testRunsFor(mode, wanted, all) };
    });
  return { baseline, modes, said: { Changed: [...changed].sort(), Reached: [...reached].sort() } };
}

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
      if (index >= MAX_SOURCES || typeof row.File !== "string" || row.File === "" || !row.Line) return row;
      const line = (await linesOf(row.File))[Number(row.Line) - 1]?.trim();
      return line ? { ...row, Source: line.slice(0, MAX_SOURCE) } : row;
    }),
  );
}

function summary(ran: FinishedRun[]): JsonObject {
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

function sentence(ran: FinishedRun[], reached: number): string {
  if (reached === 0) return "It compiles. No assembly with tests depends on what changed";
  const bad = ran.filter(({ passed }) => !passed);
  if (bad.length === 0) return "It compiles, and the tests that the change reaches pass";
  return `It compiles, but ${bad.map(({ run }) => `${run.assembly ?? "all"} (${run.mode})`).join(", ")} did not pass`;
}

/** If a later run fails, the results of the runs before it must not be lost. */
function withFinishedRuns(error: JigError, ran: FinishedRun[]): JigError {
  const details = { ...error.details, stage: "tests", done: summary(ran).Runs ?? [] };
  return JigError.fromData({ ...error.toData(), details });
}

function verifyOutcome(result: JsonObject, warnings: string[], call: EditorCall, context: Context): Outcome {
  const { CompletedAt: _, ...rest } = result;
  const whole = { ...withCompletedAt(rest, context), ProjectRoot: call.router.projectRoot };
  return outcomeOf({ result: whole, warnings: [...new Set(warnings)] }, call);
}
