/** Implements test runs on MCP for Unity. A run is a job that we start once and then poll. */
import type { JsonObject } from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import { editorCodeOf, editorError } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { CommandOutcome, Receipt } from "../../command/receipt.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { lostError, timeoutError } from "../retry.ts";
import type { CoplayServer } from "./editor-server.ts";

export async function runTests(
  server: CoplayServer,
  command: Command,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<EditorAnswer> {
  const { params } = command;
  const { data, message } = await server.command({ type: "run_tests", params: own(params) }, command, context);
  const { job_id: id, failed } = asObject(data);
  if (failed === true) return { result: report({}, {}, message, context), warnings: [] };
  if (typeof id !== "string") {
    const hint = "It may run tests: check Unity before you repeat it";
    throw editorError("EDITOR_ERROR", "Unity does not say which test run it started", {
      hint,
      details: { dispatched: true },
    });
  }
  await command.onStarted?.(id);
  const job = await ended(server, id, command, context, timeouts);
  return reportOf(job, context);
}

/** Returns undefined if the Editor has forgotten the job. */
export async function testRunOutcome(
  server: CoplayServer,
  { tool, handle }: Receipt,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<CommandOutcome | undefined> {
  if (tool !== "run-tests" || handle === undefined) return undefined;
  const command: Command = { method: tool, params: {}, repeatable: true };
  const job = await jobOf(server, handle, command, context, timeouts);
  if (job === undefined || job === "unknown") return undefined;
  if (!isOver(job)) return { verdict: "still running", why: "Its job has not ended" };
  const { result, warnings } = reportOf(job, context);
  return { verdict: "ran", why: ["The Editor kept its job", ...warnings].join(". "), result };
}

const isOver = ({ status }: JsonObject) => status === "succeeded" || status === "failed";

function reportOf(job: JsonObject, context: CommandContext): EditorAnswer {
  const said = typeof job.error === "string" ? job.error : "";
  const unsure =
    job.status === "failed"
      ? [
          "A domain reload during the run can make MCP for Unity report it as failed: trust the result file in the project",
        ]
      : [];
  return { result: report(asObject(job.result), job, said, context), warnings: unsure };
}

function own({ TestMode, FilterType, FilterValue }: JsonObject): JsonObject {
  const names = [String(FilterValue ?? "")];
  const keys: Record<string, string> = { exact: "testNames", regex: "groupNames", assembly: "assemblyNames" };
  const key = keys[String(FilterType)];
  return { mode: TestMode ?? "EditMode", includeFailedTests: true, ...(key === undefined ? {} : { [key]: names }) };
}

async function ended(
  server: CoplayServer,
  id: string,
  command: Command,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<JsonObject> {
  const { clock } = context.deadline;
  const started = clock.monotonic();
  for (;;) {
    await context.deadline.sleep(Math.min(timeouts.statusPoll, 100 + (clock.monotonic() - started) / 4));
    if (context.deadline.remaining === 0) throw timeoutError(command);
    const job = await jobOf(server, id, command, context, timeouts);
    if (job === "unknown") throw lostError(command, "the Editor restarted and lost the run", "restart", "ready");
    if (job === undefined) {
      if ((await server.liveness.waitTime(context.deadline)) > timeouts.quiet) continue;
      throw lostError(command, "the Editor quit", "quit", "not reachable");
    }
    if (isOver(job)) return job;
    const { completed, total, current_test_full_name: current, blocked_reason: blocked } = asObject(job.progress);
    context.progress({
      ...(typeof completed === "number" ? { done: completed } : {}),
      ...(typeof total === "number" && total > 0 ? { total } : {}),
      message: [
        `Unity is running ${String(current ?? "tests")}`,
        typeof blocked === "string" ? ` (${blocked})` : "",
      ].join(""),
    });
  }
}

async function jobOf(
  server: CoplayServer,
  id: string,
  command: Command,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<JsonObject | "unknown" | undefined> {
  try {
    const part = queryContext(context, timeouts.statusProbe);
    const params = { job_id: id, includeFailedTests: true };
    const { data, message } = await server.command(
      { type: "get_test_job", params },
      { ...command, repeatable: true },
      part,
    );
    return /Unknown job_id/.test(message) ? "unknown" : asObject(data);
  } catch (thrown) {
    context.deadline.throwIfCancelled();
    if (["TOOL_DISABLED", "NOT_ON_THIS_VERSION"].includes(editorCodeOf(thrown) ?? "")) throw thrown;
    return undefined;
  }
}

function report(result: JsonObject, job: JsonObject, said: string, context: CommandContext): JsonObject {
  const summary = asObject(result.summary);
  const failed = (Array.isArray(result.results) ? result.results : [])
    .map(asObject)
    .filter(({ state }) => state === "Failed")
    .map(({ fullName, message, stackTrace }) => ({
      FullName: fullName ?? "",
      Message: message ?? "",
      StackTrace: stackTrace ?? "",
    }));
  const total = Number(summary.total ?? 0);
  const success = job.status === "succeeded" && total > 0 && Number(summary.failed ?? 0) === 0;
  const counted =
    total === 0 ? "No tests matched" : `${summary.passed ?? 0} of ${total} passed, ${summary.failed ?? 0} failed`;
  return {
    Success: success,
    Message: said || counted,
    CompletedAt: new Date(context.deadline.clock.now()).toISOString(),
    TestCount: total,
    PassedCount: summary.passed ?? 0,
    FailedCount: summary.failed ?? 0,
    SkippedCount: summary.skipped ?? 0,
    XmlPath: null,
    ...(failed.length > 0 ? { FailedTests: failed } : {}),
  };
}
