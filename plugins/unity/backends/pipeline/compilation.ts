/**
 * Implements compiling for Unity Pipeline. We start a compile, poll a status that survives the domain reload, and then wait for
 * the reload to finish.
 */
import { type Json, type JsonObject, parseJson } from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import { asObject } from "../../command/json-fields.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { compilerMessage } from "../dynamic-code.ts";
import { lostError, timeoutError } from "../retry.ts";
import type { Exec } from "./exec.ts";
import { logsIn, MAX_LOGS } from "./pipeline-results.ts";

const FORCED = `UnityEditor.AssetDatabase.Refresh();
UnityEditor.Compilation.CompilationPipeline.RequestScriptCompilation(UnityEditor.Compilation.RequestScriptCompilationOptions.CleanBuildCache);`;
const STILL_BROKEN = "return UnityEditor.EditorUtility.scriptCompilationFailed;";
const NO_WARNINGS = "Unity Pipeline collects no compiler warnings: get-logs with LogType Warning shows them";

export interface CompileTask {
  exec: Exec;
  command: Command;
  title: string;
  context: CommandContext;
  timeouts: Timeouts;
}

export async function compileAndWait(task: CompileTask): Promise<EditorAnswer> {
  const { command, context } = task;
  const forced = command.params.ForceRecompile === true;
  const begun = forced ? await force(task) : asObject(await run(task, "recompile", {}, command, context));
  if (begun.status === "up_to_date") return upToDate(task);
  if (begun.status === "refused") return { result: answer(false, [], String(begun.message)), warnings: [] };
  const status = await finished(task, forced);
  const errors = (Array.isArray(status.errors) ? status.errors : []).map(String);
  const failed = status.failed === true || errors.length > 0;
  const warnings = [NO_WARNINGS];
  if (!failed) warnings.push(...(await settled(task)));
  return { result: answer(!failed, errors, failed ? "Compilation failed" : "Compilation succeeded"), warnings };
}

function run(
  { exec, title }: CompileTask,
  name: string,
  params: JsonObject,
  command: Command,
  context: CommandContext,
): Promise<Json> {
  return exec.run(name, params, command, title, context);
}

async function force(task: CompileTask): Promise<JsonObject> {
  const value = await task.exec.code(FORCED, task.command, task.title, task.context);
  return value.Success === true
    ? { status: "compiling" }
    : { status: "refused", message: `Not compiled: the code that forces it failed: ${String(value.ErrorMessage)}` };
}

/** There was nothing to compile. This is only a success if there were no errors before. */
async function upToDate(task: CompileTask): Promise<EditorAnswer> {
  const part = queryContext(task.context, task.timeouts.statusProbe);
  const read = { ...task.command, repeatable: true };
  try {
    const broken = await task.exec.code(STILL_BROKEN, read, task.title, part);
    if (broken.Success === true && String(broken.Result).toLowerCase() === "true") {
      const logs = logsIn(await run(task, "get_console_logs", { severity: "error", limit: MAX_LOGS }, read, part));
      const errors = [...new Set(logs.map(({ Message }) => Message).filter((text) => /error CS\d+/.test(text)))];
      return {
        result: answer(false, errors, "Nothing changed, and the scripts still do not compile"),
        warnings: [NO_WARNINGS],
      };
    }
  } catch {
    task.context.deadline.throwIfCancelled();
    const unsure = "Nothing changed since the last compilation; its result could not be read";
    return { result: { ...answer(true, [], "Up to date"), Success: null }, warnings: [unsure] };
  }
  return { result: answer(true, [], "No scripts needed recompilation"), warnings: [NO_WARNINGS] };
}

/** In a forced compile, the states `idle` and `up_to_date` are from before it started. */
async function finished(task: CompileTask, forced: boolean): Promise<JsonObject> {
  const { context, timeouts, exec, command } = task;
  const { clock } = context.deadline;
  const started = clock.monotonic();
  for (let compiling = !forced; ; ) {
    await context.deadline.sleep(Math.min(timeouts.statusPoll, 100 + (clock.monotonic() - started) / 4));
    if (context.deadline.remaining === 0) throw timeoutError(command);
    context.progress({ message: `Unity is compiling (${Math.round((clock.monotonic() - started) / 1_000)} s)` });
    const status = await statusOf(task);
    if (status === undefined) {
      if ((await exec.server.liveness.waitTime(context.deadline)) <= timeouts.quiet) {
        throw lostError(command, "the Editor quit", "quit", "not reachable");
      }
      // After the reload, the status belongs to our compile.
      compiling = true;
      continue;
    }
    if (status.status === "compiling") compiling = true;
    const ended = status.status === "completed" || (status.status === "up_to_date" && !forced);
    if (ended && (compiling || clock.monotonic() - started > timeouts.compileDirect)) return status;
    if (status.status === "idle" && !forced)
      throw lostError(command, "the Editor restarted and lost the compilation", "restart", "ready");
  }
}

/** The status is JSON inside a string. The result is undefined while the server is away. */
async function statusOf(task: CompileTask): Promise<JsonObject | undefined> {
  const part = queryContext(task.context, task.timeouts.statusProbe);
  try {
    const value = await run(task, "recompile_status", {}, { ...task.command, repeatable: true }, part);
    return asObject(typeof value === "string" ? parseJson(value) : value);
  } catch {
    task.context.deadline.throwIfCancelled();
    return undefined;
  }
}

/**
 * The state `completed` is reported too early, since the reload may only start a moment later. We therefore wait until the
 * server reports that it is ready.
 */
async function settled({ exec, context, timeouts }: CompileTask): Promise<string[]> {
  const watch = context.deadline.within(timeouts.reloadStart);
  let gone = false;
  while (!gone && watch.remaining > 0) {
    gone = !(await exec.server.isThere(queryContext(context)));
    if (!gone) await watch.sleep(100);
  }
  while (!(await exec.server.isReady(queryContext(context)))) {
    if (context.deadline.remaining === 0) return ["Compiled, but the Editor is not usable yet"];
    if ((await exec.server.liveness.waitTime(context.deadline)) <= timeouts.quiet)
      return ["Compiled, but the Editor quit afterwards"];
    context.progress({ message: "Waiting for Unity to settle after its domain reload" });
    await context.deadline.sleep(timeouts.pollMax);
  }
  return [];
}

function answer(success: boolean, errors: string[], message: string): JsonObject {
  return {
    Success: success,
    ErrorCount: errors.length,
    WarningCount: null,
    Errors: errors.map(compilerMessage),
    Warnings: [],
    Message: message,
  };
}
