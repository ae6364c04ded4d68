/**
 * Implements compiling for MCP for Unity. Normally we install listeners in the Editor that store the messages of the compiler,
 * start the compile, and read the messages after the domain reload. If the Editor doesn't run code, we can only read its
 * Console. In both cases we never report success for a compile that we haven't seen.
 */

import type { JsonObject } from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import { editorCodeOf, editorError } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import {
  type CompilerOutcome,
  compilerEntries,
  modeIn,
  outcomeCode,
  outcomeIn,
  type PlayMode,
  watchCode,
} from "../compile-watch.ts";
import { compilerMessage } from "../dynamic-code.ts";
import { lostError, timeoutError } from "../retry.ts";
import type { CoplayServer } from "./editor-server.ts";
import { type CoplayEditorState, readState } from "./editor-state.ts";

/** How long a requested compile may take to start, in milliseconds. */
const BEGINS_WITHIN = 5_000;
const SETTING = "Preferences > General > Script Changes While Playing";

export interface CompileTask {
  server: CoplayServer;
  command: Command;
  context: CommandContext;
  timeouts: Timeouts;
  title: string;
}

export async function compileAndWait(task: CompileTask): Promise<EditorAnswer> {
  const { server, command, context } = task;
  const before = await stateBefore(task);
  const forced = command.params.ForceRecompile === true;
  const mode = await watch(task, before, forced);
  let lost: unknown;
  if (!forced) {
    const params = { mode: "if_dirty", scope: "all", compile: "request", wait_for_ready: false };
    try {
      const { failed, message } = await server.command({ type: "refresh_unity", params }, command, context);
      if (failed) return { result: answer([], [], false, message), warnings: [] };
    } catch (thrown) {
      // This error is expected, since compiling closes the connection.
      if (editorCodeOf(thrown) !== "LOST_AFTER_DISPATCH") throw thrown;
      lost = thrown;
    }
  }
  const seen = await ended(task, before);
  const kept = mode === undefined ? undefined : await outcome(task);
  // The answer was lost. A reload after that proves nothing, because it may have had another cause. We only accept the outcome
  // if the listeners report it as complete and no compile was running when we made the call. Otherwise the caller gets the
  // original error.
  if (lost && !(kept?.done && before?.compiling === false)) throw lost;
  if (kept?.done) return fromCompiler(kept);
  if (!seen) return unseen(kept, before?.playing === true || mode === "playing");
  return fromConsole(task, kept);
}

/**
 * Returns undefined if this Editor doesn't run code. It throws before anything is compiled in two cases: when Play Mode delays
 * the compile, and when a forced compile would need code.
 */
async function watch(
  task: CompileTask,
  before: CoplayEditorState | undefined,
  forced: boolean,
): Promise<PlayMode | undefined> {
  const look = before?.playing === true || !forced;
  const mode = look ? await code(task, watchCode(task.command.id ?? "", "nothing"), modeIn) : undefined;
  if (mode === "after play") {
    throw editorError("EDITOR_BUSY", "Unity is in Play Mode and is set to compile only after Play Mode ends", {
      hint: `Nothing was sent. Leave Play Mode first: unity-play-mode with Action Stop (the setting: ${SETTING})`,
      details: { dispatched: false },
    });
  }
  if (!forced) return mode;
  try {
    const begun = await code(task, watchCode(`${task.command.id ?? ""}.forced`, "clean"), modeIn, true);
    if (begun !== undefined) return begun;
  } catch (thrown) {
    // This error is expected, since compiling closes the connection.
    if (editorCodeOf(thrown) !== "LOST_AFTER_DISPATCH") throw thrown;
    return mode ?? "editing";
  }
  throw editorError(
    "NOT_ON_THIS_VERSION",
    `${task.title} can force a recompile only through code, which this Editor does not run`,
    {
      hint: "Nothing was compiled. Compile without ForceRecompile, or switch execute_code on in Unity: Window > MCP for Unity, Tools",
      details: { dispatched: false },
    },
  );
}

/**
 * Code that has side effects is marked with `once`. It is sent under the id of the command and never repeated. The result is
 * undefined if the Editor refuses to run code.
 */
async function code<Value>(
  { server, command, context, timeouts }: CompileTask,
  text: string,
  read: (result: CompilerResult) => Value | undefined,
  once = false,
): Promise<Value | undefined> {
  const params = { action: "execute", code: text };
  const own: Command = {
    method: command.method,
    params: {},
    repeatable: !once,
    ...(once ? { id: command.id ?? "" } : {}),
  };
  const part = once ? context : queryContext(context, timeouts.statusProbe * 2);
  try {
    const { data, failed } = await server.command({ type: "execute_code", params }, own, part);
    return failed ? undefined : read(asObject(data).result);
  } catch (thrown) {
    context.deadline.throwIfCancelled();
    const refused = ["TOOL_DISABLED", "NOT_ON_THIS_VERSION", "PARAMETER_REFUSED"].includes(editorCodeOf(thrown) ?? "");
    if (once && !refused) throw thrown;
    return undefined;
  }
}

type CompilerResult = JsonObject[string] | undefined;

function outcome(task: CompileTask): Promise<CompilerOutcome | undefined> {
  const id = `${task.command.id ?? ""}${task.command.params.ForceRecompile === true ? ".forced" : ""}`;
  return code(task, outcomeCode(id), outcomeIn);
}

function fromCompiler({ errors, warnings, broken }: CompilerOutcome): EditorAnswer {
  const success = errors.length === 0 && !broken;
  const message = success
    ? "Compilation succeeded"
    : errors.length > 0
      ? "Compilation failed"
      : "Compilation failed: Unity says that scripts are broken, but the compiler reported no error";
  return { result: answer(errors, warnings, success, message), warnings: [] };
}

/** Creates the answer for the case that we saw no compile. */
function unseen(kept: CompilerOutcome | undefined, playing: boolean): EditorAnswer {
  if (playing) {
    const message = `Not compiled: Unity is in Play Mode, and no compilation was seen. Leave Play Mode and compile again (the setting: ${SETTING})`;
    return { result: answer([], [], false, message), warnings: [] };
  }
  const message = `Unity accepted the request, but no compilation was seen within ${BEGINS_WITHIN / 1_000} s`;
  const broken = kept?.broken === true;
  const known = kept === undefined ? "" : broken ? "; its scripts are broken" : "; its scripts had no errors before";
  return { result: { ...answer([], [], false, `${message}${known}`), Success: broken ? false : null }, warnings: [] };
}

async function fromConsole(task: CompileTask, kept: CompilerOutcome | undefined): Promise<EditorAnswer> {
  const { server, command, context } = task;
  const params = { action: "get", types: ["error", "warning"], format: "json", includeStacktrace: true };
  const read = { ...command, repeatable: true };
  const { data, message } = await server.command({ type: "read_console", params }, read, queryContext(context));
  if (!Array.isArray(data)) {
    throw editorError("EDITOR_ERROR", `Unity has compiled, but its Console could not be read: ${message}`, {
      hint: "Whether there are errors is unknown: get-logs reads the Console, compile compiles again",
      details: { dispatched: true },
    });
  }
  const errors = compilerEntries(data, "error").map(compilerMessage);
  const warnings = compilerEntries(data, "warning").map(compilerMessage);
  const success = errors.length === 0 && kept?.broken !== true;
  const why = kept ? "The compiler's report was lost in a domain reload" : "This Editor does not run code for jig";
  const said = `${why}, so errors and warnings are the compiler's lines in the Console`;
  const result = answer(errors, warnings, success, success ? "Compilation succeeded" : "Compilation failed");
  return { result, warnings: [said] };
}

/**
 * Reads the state before the request, which we need to tell our compile from an earlier one. If Unity takes too long, this
 * throws before anything is sent.
 */
async function stateBefore({ server, context, timeouts }: CompileTask): Promise<CoplayEditorState | undefined> {
  for (;;) {
    const state = await readState(server, queryContext(context, timeouts.statusProbe));
    // In this case we let the command fail, since its message for "no Editor connected" is better.
    if (state === "away") return undefined;
    if (state !== "slow") return state;
    if (context.deadline.remaining === 0) {
      throw editorError(
        "EDITOR_BUSY",
        "Unity does not answer: its main thread is busy, or a dialog is waiting for a click",
        {
          hint: "Nothing was sent. Try again later or with a larger TimeoutSeconds; focus-window brings Unity to the front",
          details: { dispatched: false },
        },
      );
    }
    context.progress({ message: "Waiting: Unity's main thread is busy" });
    await context.deadline.sleep(timeouts.poll);
  }
}

/** Waits for a compile that started after our request, and returns false if there wasn't one. */
async function ended(
  { server, command, context, timeouts }: CompileTask,
  before: CoplayEditorState | undefined,
): Promise<boolean> {
  const { clock } = context.deadline;
  const started = clock.monotonic();
  /** Unity can't have started before this time. */
  let free = started;
  let wasAway = before === undefined;
  for (;;) {
    await context.deadline.sleep(Math.min(timeouts.statusPoll, 100 + (clock.monotonic() - started) / 4));
    if (context.deadline.remaining === 0) throw timeoutError(command);
    context.progress({ message: `Unity is compiling (${Math.round((clock.monotonic() - started) / 1_000)} s)` });
    const now = await readState(server, queryContext(context, timeouts.statusProbe));
    if (now === "away") {
      wasAway = true;
      free = clock.monotonic();
      if ((await server.liveness.waitTime(context.deadline)) <= timeouts.quiet) {
        throw lostError(command, "the Editor quit", "quit", "not reachable");
      }
      continue;
    }
    if (now === "slow") {
      free = clock.monotonic();
      continue;
    }
    if (now.compiling) continue;
    // The connection can also be lost for other reasons, so the time of the reload is more reliable.
    const reloaded = before !== undefined && now.reloaded > 0 ? now.reloaded > before.reloaded : wasAway;
    if (reloaded || (now.started > (before?.started ?? 0) && now.finished >= now.started)) return true;
    if (clock.monotonic() - free > BEGINS_WITHIN) return false;
  }
}

function answer(errors: JsonObject[], warnings: JsonObject[], success: boolean, message: string): JsonObject {
  return {
    Success: success,
    ErrorCount: errors.length,
    WarningCount: warnings.length,
    Errors: errors,
    Warnings: warnings,
    Message: message,
  };
}
