/** A compilation by MCP for Unity: asked for by a refresh, watched by the Editor's state, its errors read from the Console. */
import type { JsonObject } from "../../../../core/host/plugin-api.ts";
import { editorCodeOf } from "../../failure.ts";
import { asObject } from "../../protocol/message.ts";
import { type Answer, aside, type Caller, type Command } from "../../session/call.ts";
import type { Timing } from "../../session/timing.ts";
import { diagnosticOf } from "../code.ts";
import { lateFor, lostError } from "../deliver.ts";
import type { CoplayServer } from "./server.ts";

/** A compile that was asked for begins within this time, or there was nothing to do, ms. */
const BEGINS_WITHIN = 5_000;

export async function compileBy(
  server: CoplayServer,
  command: Command,
  caller: Caller,
  timing: Timing,
): Promise<Answer> {
  const before = await compilation(server, command, caller, timing);
  const params = { mode: "if_dirty", scope: "all", compile: "request", wait_for_ready: false };
  try {
    const { data, message } = await server.command({ type: "refresh_unity", params }, command, caller);
    if (asObject(data).failed === true) {
      return { result: answer([], message, false), warnings: [] };
    }
  } catch (thrown) {
    // The compile that was asked for took the connection along.
    if (editorCodeOf(thrown) !== "LOST_AFTER_DISPATCH") throw thrown;
  }
  await ended(server, before, command, caller, timing);
  const own = { action: "get", types: ["error", "warning"], format: "json", includeStacktrace: false };
  const read = { ...command, repeatable: true };
  const { data } = await server.command({ type: "read_console", params: own }, read, aside(caller));
  const messages = (Array.isArray(data) ? data : []).map((entry) => String(asObject(entry).message ?? ""));
  return { result: answer(messages, "", true), warnings: ["Errors and warnings are those of the Console"] };
}

interface Compilation {
  compiling: boolean;
  started: number;
  finished: number;
}

/** Undefined where the Editor does not answer. */
async function compilation(
  server: CoplayServer,
  command: Command,
  caller: Caller,
  timing: Timing,
): Promise<Compilation | undefined> {
  try {
    const part = aside(caller, timing.statusProbe);
    const read = { ...command, repeatable: true };
    const { data } = await server.command({ type: "get_editor_state", params: {} }, read, part);
    const state = asObject(asObject(data).compilation);
    const time = (value: unknown) => (typeof value === "number" ? value : 0);
    return {
      compiling: state.is_compiling === true || state.is_domain_reload_pending === true,
      started: time(state.last_compile_started_unix_ms),
      finished: time(state.last_compile_finished_unix_ms),
    };
  } catch {
    caller.deadline.throwIfCancelled();
    return undefined;
  }
}

/** Waits until a compile that began after ours was asked for is over, or none began. */
async function ended(
  server: CoplayServer,
  before: Compilation | undefined,
  command: Command,
  caller: Caller,
  timing: Timing,
): Promise<void> {
  const { clock } = caller.deadline;
  const asked = clock.monotonic();
  let away = false;
  for (;;) {
    await caller.deadline.sleep(Math.min(timing.statusPoll, 100 + (clock.monotonic() - asked) / 4));
    if (caller.deadline.remaining === 0) throw lateFor(command);
    caller.progress({ message: `Unity compiles (${Math.round((clock.monotonic() - asked) / 1_000)} s)` });
    const now = await compilation(server, command, caller, timing);
    if (!now) {
      away = true;
      if ((await server.process.patience(caller.deadline)) <= timing.quiet) {
        throw lostError(command, "the Editor quit", "quit", "not reachable");
      }
      continue;
    }
    const began = away || now.started > (before?.started ?? 0);
    if (!now.compiling && (began ? now.finished >= now.started : clock.monotonic() - asked > BEGINS_WITHIN)) return;
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
    Errors: errors.map(diagnosticOf),
    Warnings: warnings.map(diagnosticOf),
    Message: done ? (success ? "Compilation succeeded" : "Compilation failed") : refusal,
  };
}
