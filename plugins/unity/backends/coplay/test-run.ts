/** The Unity Test Runner by MCP for Unity: a job that is begun once and asked for until it ends. */
import type { JsonObject } from "../../../../core/host/plugin-api.ts";
import { type Answer, aside, type Caller, type Command } from "../../command/command.ts";
import type { Timing } from "../../command/timeouts.ts";
import { asObject } from "../../protocol/message.ts";
import type { Receipt, Verdict } from "../../routing/receipt-store.ts";
import { editorCodeOf } from "../../tools/error-envelope.ts";
import { lateFor, lostError } from "../deliver.ts";
import type { CoplayServer } from "./editor-server.ts";

export async function runTests(
  server: CoplayServer,
  command: Command,
  caller: Caller,
  timing: Timing,
): Promise<Answer> {
  const { params } = command;
  const { data, message } = await server.command({ type: "run_tests", params: own(params) }, command, caller);
  const { job_id: id, failed } = asObject(data);
  if (failed === true || typeof id !== "string") {
    return { result: report({}, {}, message, caller), warnings: [] };
  }
  await command.begun?.(id);
  const job = await ended(server, id, command, caller, timing);
  return reportOf(job, caller);
}

/** What a run came to whose job is still known; undefined where the Editor has forgotten it. */
export async function recallTests(
  server: CoplayServer,
  { tool, handle }: Receipt,
  caller: Caller,
  timing: Timing,
): Promise<Verdict | undefined> {
  if (tool !== "run-tests" || handle === undefined) return undefined;
  const command: Command = { method: tool, params: {}, repeatable: true };
  const job = await jobOf(server, handle, command, caller, timing);
  if (job === undefined || job === "unknown") return undefined;
  if (!isOver(job)) return { verdict: "still running", why: "Its job has not ended" };
  const { result, warnings } = reportOf(job, caller);
  return { verdict: "ran", why: ["The Editor kept its job", ...warnings].join(". "), result };
}

const isOver = ({ status }: JsonObject) => status === "succeeded" || status === "failed";

function reportOf(job: JsonObject, caller: Caller): Answer {
  const said = typeof job.error === "string" ? job.error : "";
  const unsure =
    job.status === "failed"
      ? [
          "A domain reload during the run can make MCP for Unity call it failed: the result file in the project is right",
        ]
      : [];
  return { result: report(asObject(job.result), job, said, caller), warnings: unsure };
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
  caller: Caller,
  timing: Timing,
): Promise<JsonObject> {
  const { clock } = caller.deadline;
  const started = clock.monotonic();
  for (;;) {
    await caller.deadline.sleep(Math.min(timing.statusPoll, 100 + (clock.monotonic() - started) / 4));
    if (caller.deadline.remaining === 0) throw lateFor(command);
    const job = await jobOf(server, id, command, caller, timing);
    if (job === "unknown") throw lostError(command, "the Editor restarted and forgot the run", "restart", "ready");
    if (job === undefined) {
      if ((await server.process.patience(caller.deadline)) > timing.quiet) continue;
      throw lostError(command, "the Editor quit", "quit", "not reachable");
    }
    if (isOver(job)) return job;
    const { completed, total, current_test_full_name: current, blocked_reason: blocked } = asObject(job.progress);
    caller.progress({
      ...(typeof completed === "number" ? { done: completed } : {}),
      ...(typeof total === "number" && total > 0 ? { total } : {}),
      message: [`Unity runs ${String(current ?? "tests")}`, typeof blocked === "string" ? ` (${blocked})` : ""].join(
        "",
      ),
    });
  }
}

async function jobOf(
  server: CoplayServer,
  id: string,
  command: Command,
  caller: Caller,
  timing: Timing,
): Promise<JsonObject | "unknown" | undefined> {
  try {
    const part = aside(caller, timing.statusProbe);
    const params = { job_id: id, includeFailedTests: true };
    const { data, message } = await server.command(
      { type: "get_test_job", params },
      { ...command, repeatable: true },
      part,
    );
    return /Unknown job_id/.test(message) ? "unknown" : asObject(data);
  } catch (thrown) {
    caller.deadline.throwIfCancelled();
    if (["TOOL_DISABLED", "NOT_ON_THIS_VERSION"].includes(editorCodeOf(thrown) ?? "")) throw thrown;
    return undefined;
  }
}

function report(result: JsonObject, job: JsonObject, said: string, caller: Caller): JsonObject {
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
    CompletedAt: new Date(caller.deadline.clock.now()).toISOString(),
    TestCount: total,
    PassedCount: summary.passed ?? 0,
    FailedCount: summary.failed ?? 0,
    SkippedCount: summary.skipped ?? 0,
    XmlPath: null,
    ...(failed.length > 0 ? { FailedTests: failed } : {}),
  };
}
