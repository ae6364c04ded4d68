/** A compilation by MCP for Unity: asked for by a refresh, watched by the Editor's state, its errors read from the Console. */
import { isObject, type JsonObject } from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import { editorCodeOf, editorError } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { compilerMessage } from "../dynamic-code.ts";
import { lostError, timeoutError } from "../retry.ts";
import type { CoplayServer } from "./editor-server.ts";

/** A compile that was asked for begins within this time, or there was nothing to do, ms. */
const BEGINS_WITHIN = 5_000;

export async function compileAndWait(
  server: CoplayServer,
  command: Command,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<EditorAnswer> {
  const before = await stateBefore(server, command, context, timeouts);
  const params = { mode: "if_dirty", scope: "all", compile: "request", wait_for_ready: false };
  try {
    const { data, message } = await server.command({ type: "refresh_unity", params }, command, context);
    if (asObject(data).failed === true) {
      return { result: answer([], message, false), warnings: [] };
    }
  } catch (thrown) {
    // The compile that was asked for took the connection along.
    if (editorCodeOf(thrown) !== "LOST_AFTER_DISPATCH") throw thrown;
  }
  await ended(server, before, command, context, timeouts);
  const own = { action: "get", types: ["error", "warning"], format: "json", includeStacktrace: false };
  const read = { ...command, repeatable: true };
  const { data, message } = await server.command({ type: "read_console", params: own }, read, queryContext(context));
  if (!Array.isArray(data)) {
    throw editorError("EDITOR_ERROR", `Unity has compiled, but its Console could not be read: ${message}`, {
      hint: "Whether there are errors is unknown: get-logs reads the Console, compile compiles again",
      details: { dispatched: true },
    });
  }
  const messages = data.map((entry) => String(asObject(entry).message ?? ""));
  return { result: answer(messages, "", true), warnings: ["Errors and warnings are those of the Console"] };
}

interface Compilation {
  compiling: boolean;
  /** When the latest one began and ended, Unix ms. A domain reload forgets both, */
  started: number;
  finished: number;
  /** and is told here. 0 where the Editor does not know. */
  reloaded: number;
}

/** `away`: no Editor is connected. `slow`: it does not get to its main thread, whatever it does there. */
async function compilation(
  server: CoplayServer,
  command: Command,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<Compilation | "away" | "slow"> {
  try {
    const part = queryContext(context, timeouts.statusProbe);
    const read = { ...command, repeatable: true };
    const { data } = await server.command({ type: "get_editor_state", params: {} }, read, part);
    const state = asObject(data).compilation;
    if (!isObject(state)) return "slow";
    const time = (value: unknown) => (typeof value === "number" ? value : 0);
    return {
      compiling: state.is_compiling === true || state.is_domain_reload_pending === true,
      started: time(state.last_compile_started_unix_ms),
      finished: time(state.last_compile_finished_unix_ms),
      reloaded: time(state.last_domain_reload_after_unix_ms),
    };
  } catch (thrown) {
    context.deadline.throwIfCancelled();
    return editorCodeOf(thrown) === "TIMEOUT" ? "slow" : "away";
  }
}

/** What was, to tell this compile from an earlier one. Throws with nothing sent where Unity does not say it in time. */
async function stateBefore(
  server: CoplayServer,
  command: Command,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<Compilation | undefined> {
  for (;;) {
    const state = await compilation(server, command, context, timeouts);
    // No Editor there: what sends the command says so.
    if (state === "away") return undefined;
    if (state !== "slow") return state;
    if (context.deadline.remaining === 0) {
      throw editorError(
        "EDITOR_BUSY",
        "Unity does not answer: its main thread is busy, or a dialog waits for a click",
        {
          hint: "Nothing was sent. Ask again later or with a greater TimeoutSeconds; focus-window brings Unity to the front",
          details: { dispatched: false },
        },
      );
    }
    context.progress({ message: "Waiting: Unity's main thread is busy" });
    await context.deadline.sleep(timeouts.poll);
  }
}

/** Waits until a compile that began after ours was asked for is over, or none began. */
async function ended(
  server: CoplayServer,
  before: Compilation | undefined,
  command: Command,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<void> {
  const { clock } = context.deadline;
  const started = clock.monotonic();
  /** Since when Unity could have begun. */
  let free = started;
  let wasAway = before === undefined;
  for (;;) {
    await context.deadline.sleep(Math.min(timeouts.statusPoll, 100 + (clock.monotonic() - started) / 4));
    if (context.deadline.remaining === 0) throw timeoutError(command);
    context.progress({ message: `Unity compiles (${Math.round((clock.monotonic() - started) / 1_000)} s)` });
    const now = await compilation(server, command, context, timeouts);
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
    // A connection may be lost for other reasons: where reloads are stamped, only the stamp tells one.
    const reloaded = before !== undefined && now.reloaded > 0 ? now.reloaded > before.reloaded : wasAway;
    if (reloaded || (now.started > (before?.started ?? 0) && now.finished >= now.started)) return;
    if (clock.monotonic() - free > BEGINS_WITHIN) return;
  }
}

function answer(messages: string[], refusal: string, done: boolean): JsonObject {
  const errors = [...new Set(messages.filter((text) => /error CS\d+/.test(text)))];
  const warnings = [...new Set(messages.filter((text) => /warning CS\d+/.test(text)))];
  const success = done && errors.length === 0;
  return {
    Success: success,
    ErrorCount: errors.length,
    WarningCount: warnings.length,
    Errors: errors.map(compilerMessage),
    Warnings: warnings.map(compilerMessage),
    Message: done ? (success ? "Compilation succeeded" : "Compilation failed") : refusal,
  };
}
