/** Plans the test runs. We want as few as possible, but together they must select exactly these assemblies. */
import type { Context, JsonObject } from "../../../core/host/plugin-api.ts";
import { editorCodeOf } from "../command/editor-errors.ts";
import { withFailedTests } from "../results/failed-tests.ts";
import type { EditorCall } from "../routing/editor-call.ts";
import type { TestMode } from "./assemblies.ts";

export interface TestRun {
  mode: TestMode;
  /** If this is undefined, all assemblies that contain tests are meant. */
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

/** Throws everything that `BackendRouter.run` throws. */
export async function executeRun(run: TestRun, call: EditorCall, context: Context): Promise<FinishedRun> {
  try {
    return await sendRun(run, call, context);
  } catch (thrown) {
    // This Editor can't select a single assembly. Nothing has run.
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
  // Old Editors only report which tests failed if SaveXml is set.
  const params = { ...filter, TestMode: run.mode, SaveXml: true, TimeoutSeconds };
  const answer = await router.run({ method: "run-tests", params, repeatable: false }, commandContext);
  const { result, warnings } = await withFailedTests(answer.result, router.projectRoot, context);
  return { run, passed: passes(result), result, warnings: [...answer.warnings, ...warnings] };
}

/** It isn't a failure if no tests ran, because a condition can exclude all tests of an assembly. */
function passes(result: JsonObject): boolean {
  if (result.Success === true) return true;
  const none =
    result.NoTestsFound === true || (!result.TestCount && /\bno tests?\b/i.test(String(result.Message ?? "")));
  return none && !result.FailedCount;
}
