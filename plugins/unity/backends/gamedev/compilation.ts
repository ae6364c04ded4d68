/**
 * Implements compiling for Unity-MCP. We start the compile from code, let listeners store the result, and poll until the domain
 * reload is over.
 */
import type { JsonObject } from "../../../../core/host/plugin-api.ts";
import { type Command, type CommandContext, type EditorAnswer, queryContext } from "../../command/command.ts";
import { editorCodeOf, editorError } from "../../command/editor-errors.ts";
import type { Timeouts } from "../../command/timeouts.ts";
import { type CompilerOutcome, modeIn, outcomeCode, outcomeIn, watchCode } from "../compile-watch.ts";
import { lostError, timeoutError } from "../retry.ts";
import type { GamedevServer } from "./editor-server.ts";

export async function compileAndWait(
  server: GamedevServer,
  command: Command,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<EditorAnswer> {
  const id = command.id ?? "";
  const read: Command = { ...command, repeatable: true };
  const look = await server.code(watchCode(id, "nothing"), read, queryContext(context));
  const mode = "value" in look ? modeIn(look.value) : undefined;
  if (mode === "after play") {
    throw editorError("EDITOR_BUSY", "Unity is in Play Mode and is set to compile only after Play Mode ends", {
      hint: "Nothing was sent. Leave Play Mode first; the setting is Preferences > General > Script Changes While Playing",
      details: { dispatched: false },
    });
  }
  const begin = command.params.ForceRecompile === true ? "clean" : "changed";
  try {
    const begun = await server.code(watchCode(`${id}.begun`, begin), command, context);
    if ("failure" in begun) return { result: answer(undefined, `Not compiled: ${begun.failure}`), warnings: [] };
  } catch (thrown) {
    // This error is expected, since compiling closes the connection.
    if (editorCodeOf(thrown) !== "LOST_AFTER_DISPATCH") throw thrown;
  }
  return { result: answer(await ended(server, `${id}.begun`, command, context, timeouts), ""), warnings: [] };
}

async function ended(
  server: GamedevServer,
  id: string,
  command: Command,
  context: CommandContext,
  timeouts: Timeouts,
): Promise<CompilerOutcome> {
  const { clock } = context.deadline;
  const started = clock.monotonic();
  for (;;) {
    await context.deadline.sleep(Math.min(timeouts.statusPoll, 100 + (clock.monotonic() - started) / 4));
    if (context.deadline.remaining === 0) throw timeoutError(command);
    context.progress({ message: `Unity is compiling (${Math.round((clock.monotonic() - started) / 1_000)} s)` });
    const part = queryContext(context, timeouts.statusProbe * 2);
    try {
      const kept = await server.code(outcomeCode(id), { ...command, repeatable: true }, part);
      const outcome = "value" in kept ? outcomeIn(kept.value) : undefined;
      if (outcome?.done) return outcome;
    } catch (thrown) {
      context.deadline.throwIfCancelled();
      if (editorCodeOf(thrown) === "WRONG_PROJECT") throw thrown;
      if ((await server.liveness.waitTime(context.deadline)) <= timeouts.quiet) {
        throw lostError(command, "the Editor quit", "quit", "not reachable");
      }
    }
  }
}

function answer(outcome: CompilerOutcome | undefined, refusal: string): JsonObject {
  const { errors, warnings, broken } = outcome ?? { errors: [], warnings: [], broken: true };
  const success = errors.length === 0 && !broken;
  return {
    Success: success,
    ErrorCount: errors.length,
    WarningCount: warnings.length,
    Errors: errors,
    Warnings: warnings,
    Message: refusal || (success ? "Compilation succeeded" : "Compilation failed"),
  };
}
