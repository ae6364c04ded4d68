/** Plans the test runs. We want as few as possible, but they must select exactly these assemblies. */
import type { Context, JsonObject } from "../../../core/host/plugin-api.ts";
import { editorCodeOf } from "../command/editor-errors.ts";
import { withFailedTests } from "../results/failed-tests.ts";
import type { EditorCall } from "../routing/editor-call.ts";
import type { TestMode } from "./assemblies.ts";

export interface TestRun {
  mode: TestMode;
  /** Undefined: all that have tests. */
  assembly: string | undefined;
}

export interface FinishedRun {
  run: TestRun;
  passed: boolean;
  result: JsonObject;
  warnings: string[];
}

export function testRunsFor(mode: TestMode, wanted: string[], all: string[]): TestRun[] {
  if (wanted.length === 0) return [];
  if (wanted.length > 1 && wanted.length === all.length) return [{ mode, assembly: undefined }];
  return wanted.map((assembly) => ({ mode, assembly }));
}

/** Throws whatever `BackendRouter.run` does. */
export async function executeRun(run: TestRun, call: EditorCall, context: Context): Promise<FinishedRun> {
  try {
    return await sendRun(run, call, context);
  } catch (thrown) {
    // Can't select a single assembly here. Nothing ran.
    if (run.assembly === undefined || editorCodeOf(thrown) !== "NOT_ON_THIS_VERSION") throw thrown;
    const whole = await sendRun({ mode: run.mode, assembly: undefined }, call, context);
    return {
      ...whole,
      warnings: [
        ...whole.warnings,
        `All ${run.mode} tests were run: this Editor cannot select "${run.assembly}" alone`,
      ],
    };
  }
}

async function sendRun(run: TestRun, { router, commandContext }: EditorCall, context: Context): Promise<FinishedRun> {
  const filter =
    run.assembly === undefined
      ? { FilterType: "all", FilterValue: "" }
      : { FilterType: "assembly", FilterValue: run.assembly };
  const TimeoutSeconds = Math.max(1, Math.ceil(commandContext.deadline.remaining / 1_000));
  // Old Editors don't say which tests failed unless SaveXml is set.
  const params = { ...filter, TestMode: run.mode, SaveXml: true, TimeoutSeconds };
  const answer = await router.run({ method: "run-tests", params, repeatable: false }, commandContext);
  const { result, warnings } = await withFailedTests(answer.result, router.projectRoot, context);
  return { run, passed: passes(result), result, warnings: [...answer.warnings, ...warnings] };
}

/** Zero tests isn't a failure: an assembly can exclude all of them by a condition. */
function passes(result: JsonObject): boolean {
  if (result.Success === true) return true;
  const none =
    result.NoTestsFound === true || (!result.TestCount && /\bno tests?\b/i.test(String(result.Message ?? "")));
  return none && !result.FailedCount;
}
