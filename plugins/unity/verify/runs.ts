/** The test runs of a verification: as few as select exactly the wanted assemblies, one after the other. */
import type { Context, JsonObject } from "../../../core/host/plugin-api.ts";
import { withFailedTests } from "../tests/failed-tests.ts";
import type { Dealings } from "../tools/call-editor.ts";
import { editorCodeOf } from "../tools/error-envelope.ts";
import type { TestMode } from "./affected-assemblies.ts";

export interface Run {
  mode: TestMode;
  /** Undefined: every assembly with tests. */
  assembly: string | undefined;
}

export interface Ran {
  run: Run;
  /** No test failed, and nothing kept them from running. */
  passed: boolean;
  result: JsonObject;
  warnings: string[];
}

export function runsFor(mode: TestMode, wanted: string[], all: string[]): Run[] {
  if (wanted.length === 0) return [];
  if (wanted.length > 1 && wanted.length === all.length) return [{ mode, assembly: undefined }];
  return wanted.map((assembly) => ({ mode, assembly }));
}

/** Throws what `Door.run` throws. */
export async function execute(run: Run, dealings: Dealings, context: Context): Promise<Ran> {
  try {
    return await sent(run, dealings, context);
  } catch (thrown) {
    // It cannot select this assembly alone; nothing ran.
    if (run.assembly === undefined || editorCodeOf(thrown) !== "NOT_ON_THIS_VERSION") throw thrown;
    const whole = await sent({ mode: run.mode, assembly: undefined }, dealings, context);
    return {
      ...whole,
      warnings: [
        ...whole.warnings,
        `All ${run.mode} tests were run: this Editor cannot select "${run.assembly}" alone`,
      ],
    };
  }
}

async function sent(run: Run, { session, caller }: Dealings, context: Context): Promise<Ran> {
  const filter =
    run.assembly === undefined
      ? { FilterType: "all", FilterValue: "" }
      : { FilterType: "assembly", FilterValue: run.assembly };
  const TimeoutSeconds = Math.max(1, Math.ceil(caller.deadline.remaining / 1_000));
  // So that Editors of the first era write which tests failed.
  const params = { ...filter, TestMode: run.mode, SaveXml: true, TimeoutSeconds };
  const answer = await session.run({ method: "run-tests", params, repeatable: false }, caller);
  const { result, warnings } = await withFailedTests(answer.result, session.projectRoot, context);
  return { run, passed: passes(result), result, warnings: [...answer.warnings, ...warnings] };
}

/** A run that matched no test is none that failed: an assembly may have them all behind a condition. */
function passes(result: JsonObject): boolean {
  if (result.Success === true) return true;
  const none =
    result.NoTestsFound === true || (!result.TestCount && /\bno tests?\b/i.test(String(result.Message ?? "")));
  return none && !result.FailedCount;
}
