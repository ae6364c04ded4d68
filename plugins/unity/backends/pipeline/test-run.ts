/**
 * Implements test runs on Unity Pipeline. Its filter ignores case and matches any part of a name, so a filter for one test can
 * also select others that contain its name. We therefore list the tests first, compare the server's selection with the one that
 * was requested, and only start a run if they are the same.
 */
import { isObject, type Json, type JsonObject, parseJson } from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import { editorError } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { CommandOutcome, Receipt } from "../../command/receipt.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { lostError, timeoutError } from "../retry.ts";
import type { Exec } from "./exec.ts";
import { innerFailure } from "./pipeline-results.ts";

/** We give up after this many polls without any trace of the run. */
const GONE_AFTER = 5;

interface Listed {
  name: string;
  assembly: string;
}

export async function runTests(
  exec: Exec,
  command: Command,
  title: string,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<EditorAnswer> {
  const { params } = command;
  const mode = params.TestMode === "PlayMode" ? "playmode" : "editor";
  const filter = filterOf(params);
  const read = { ...command, repeatable: true };
  if (filter.filter !== "") {
    const listed = testsIn(await exec.run("list_tests", { mode }, read, title, queryContext(context)));
    const wanted = wantedOf(listed, params);
    if (wanted.length === 0) return { result: noTests(params), warnings: [] };
    const selected = listed.filter((test) => isSelected(test, filter));
    const more = selected.filter((test) => !wanted.includes(test));
    if (more.length > 0 || selected.length !== wanted.length) throw tooWide(title, wanted.length, more);
  }
  const own = { mode, ...filter, include_explicit: false, async_tests: true };
  const begun = await exec.run(
    "run_tests",
    filter.filter === "" ? { mode, async_tests: true } : own,
    command,
    title,
    context,
  );
  const refusal = innerFailure(begun);
  if (refusal !== undefined) return { result: { Success: false, Message: refusal, ...counts({}) }, warnings: [] };
  const report = await finished(exec, command, title, context, timeouts);
  return { result: reportOf(report, context), warnings: [] };
}

interface Filter {
  filter: string;
  filter_type: "testName" | "assembly";
}

function filterOf({ FilterType, FilterValue }: JsonObject): Filter {
  const filter = FilterType === "all" || typeof FilterValue !== "string" ? "" : FilterValue;
  return { filter, filter_type: FilterType === "assembly" ? "assembly" : "testName" };
}

function testsIn(value: Json): Listed[] {
  const { Tests, tests } = asObject(value);
  const list = Array.isArray(Tests) ? Tests : Array.isArray(tests) ? tests : [];
  return list.map(asObject).map((entry) => ({
    name: String(entry.FullName ?? entry.fullName ?? ""),
    assembly: String(entry.Assembly ?? entry.assembly ?? ""),
  }));
}

/** Returns the tests that our own filter selects. Patterns are only supported if they are plain text, which most are. */
function wantedOf(tests: Listed[], { FilterType, FilterValue }: JsonObject): Listed[] {
  const value = String(FilterValue);
  switch (FilterType) {
    case "exact":
      return tests.filter(({ name }) => name === value);
    case "assembly":
      return tests.filter(({ assembly }) => assembly === value || assembly === value.replace(/\.dll$/, ""));
    default:
      if (/[\\^$*+?()[\]{}|]/.test(value)) {
        throw editorError(
          "NOT_ON_THIS_VERSION",
          "Unity Pipeline selects tests by a part of their name, not by a pattern",
          {
            hint: "Nothing was sent. Write a part of the name without special characters, or filter by assembly",
            details: { dispatched: false },
          },
        );
      }
      return tests.filter(({ name }) => name.includes(value));
  }
}

/** Returns whether the server would select the test. It ignores case and matches any part of the name. */
function isSelected({ name, assembly }: Listed, { filter, filter_type }: Filter): boolean {
  return (filter_type === "assembly" ? assembly : name).toLowerCase().includes(filter.toLowerCase());
}

function tooWide(title: string, wanted: number, more: Listed[]) {
  const names = more.slice(0, 5).map(({ name }) => name);
  return editorError(
    "NOT_ON_THIS_VERSION",
    `${title} selects tests by a part of their name and would run others besides the ${wanted} wanted`,
    {
      hint: `Nothing was sent. It would also run ${names.join(", ")}${more.length > names.length ? " …" : ""}: write more of the name, or filter by assembly`,
      details: { dispatched: false },
    },
  );
}

/** In PlayMode every domain reload restarts the server, so it isn't always available. */
async function finished(
  exec: Exec,
  command: Command,
  title: string,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<JsonObject> {
  const { clock } = context.deadline;
  const started = clock.monotonic();
  let without = 0;
  for (;;) {
    await context.deadline.sleep(Math.min(timeouts.statusPoll, 100 + (clock.monotonic() - started) / 4));
    if (context.deadline.remaining === 0) throw timeoutError(command);
    context.progress({ message: `Unity is running tests (${Math.round((clock.monotonic() - started) / 1_000)} s)` });
    const status = await statusOf(exec, command, title, context, timeouts);
    const state = status?.status;
    if (isOver(status)) return status;
    if (status === undefined && (await exec.server.liveness.waitTime(context.deadline)) > timeouts.quiet) continue;
    without = state === "running" ? 0 : without + 1;
    if (without >= GONE_AFTER) {
      const why = status === undefined ? "the Editor quit" : "the Editor has no record of the run";
      throw lostError(command, why, "restart", status === undefined ? "not reachable" : "ready");
    }
  }
}

/** Runs don't have ids, and the latest run isn't necessarily ours. */
export async function testRunOutcome(
  exec: Exec,
  { tool }: Receipt,
  title: string,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<CommandOutcome | undefined> {
  if (tool !== "run-tests") return undefined;
  const command: Command = { method: tool, params: {}, repeatable: true };
  const status = await statusOf(exec, command, title, context, timeouts);
  const nameless = `${title} gives runs no ids`;
  if (status?.status === "running") {
    return { verdict: "unknown", why: `${nameless}; a test run is in progress, perhaps this one: ask again` };
  }
  if (!isOver(status)) return undefined;
  return {
    verdict: "unknown",
    why: `${nameless}; Result is from the latest run, perhaps this one`,
    result: reportOf(status, context),
  };
}

function isOver(status: JsonObject | undefined): status is JsonObject {
  return ["completed", "error", "cancelled"].includes(String(status?.status));
}

/** The status is JSON inside a string. The result is undefined while the server is away. */
async function statusOf(exec: Exec, command: Command, title: string, context: CommandContext, timeouts: Timeouts) {
  try {
    const read = { ...command, repeatable: true };
    const value = await exec.run("test_status", {}, read, title, queryContext(context, timeouts.statusProbe));
    return asObject(typeof value === "string" ? parseJson(value) : value);
  } catch {
    context.deadline.throwIfCancelled();
    return undefined;
  }
}

function reportOf(report: JsonObject, context: CommandContext): JsonObject {
  const summary = asObject(report.summary);
  const failed = (Array.isArray(report.results) ? report.results : [])
    .filter(isObject)
    .filter((test) => (test.Status ?? test.status) === "Failed")
    .map((test) => ({
      FullName: test.FullName ?? test.fullName ?? "",
      Message: test.Message ?? test.message ?? "",
      StackTrace: test.StackTrace ?? test.stackTrace ?? "",
    }));
  const completed = report.status === "completed";
  const total = Number(summary.total ?? 0);
  const message = completed
    ? total === 0
      ? "No tests matched"
      : `${summary.passed ?? 0} of ${total} passed, ${summary.failed ?? 0} failed`
    : String(report.message ?? `The run ended as ${String(report.status)}`);
  return {
    Success: completed && total > 0 && Number(summary.failed ?? 0) === 0,
    Message: message,
    CompletedAt: new Date(context.deadline.clock.now()).toISOString(),
    ...counts(summary),
    XmlPath: null,
    ...(failed.length > 0 ? { FailedTests: failed } : {}),
  };
}

function noTests({ FilterType, FilterValue }: JsonObject): JsonObject {
  return {
    Success: false,
    Message: `No test matches ${String(FilterType)} "${String(FilterValue)}"`,
    ...counts({}),
    XmlPath: null,
  };
}

function counts(summary: JsonObject): JsonObject {
  return {
    TestCount: summary.total ?? 0,
    PassedCount: summary.passed ?? 0,
    FailedCount: summary.failed ?? 0,
    SkippedCount: summary.skipped ?? 0,
  };
}
