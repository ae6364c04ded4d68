/**
 * Defines how all backends handle lost answers. If a connection breaks after a command was sent, we can't know whether it ran.
 * A query is sent again a few times, with increasing pauses. A command that has side effects is never repeated. In this case
 * the caller gets LOST_AFTER_DISPATCH and a hint on how to find out what happened.
 */
import type { JigError, JsonObject } from "../../../core/host/plugin-api.ts";
import type { Command, CommandContext } from "../command/command.ts";
import { editorError, sentBefore } from "../command/editor-errors.ts";
import type { Timeouts } from "../command/timeouts.ts";

/** The minimum number of attempts, because on a busy machine a single one can take all of the time. */
export const MIN_ATTEMPTS = 3;

/** The number of repetitions for commands that can be repeated if their answer is lost. */
export const REPEATS = 3;

/**
 * In milliseconds. This close to the deadline there is no point in sending a command again, because its answer would be too
 * late.
 */
const LAST_TRY_MS = 300;

/** Throws `error` again if there is no time left. */
export async function pauseBeforeRetry(error: JigError, ms: number, { deadline }: CommandContext): Promise<void> {
  if (deadline.remaining - ms < LAST_TRY_MS) throw error;
  await deadline.sleep(ms);
}

export const SENT_HINT =
  "The command had reached the Editor and was not sent again: check its effect before you repeat it";

/** The result of one attempt. It is `lost` if the answer was lost, while everything that is thrown is final. */
export type SendResult = { result: JsonObject } | { lost: () => Promise<JigError> };

export async function sendWithRetry(
  command: Command,
  context: CommandContext,
  timeouts: Timeouts,
  send: () => Promise<SendResult>,
): Promise<JsonObject> {
  for (let losses = 0; ; losses++) {
    const sending = await send().catch((thrown: unknown) => {
      throw losses > 0 ? sentBefore(thrown) : thrown;
    });
    if ("result" in sending) return sending.result;
    const again = command.repeatable && losses < REPEATS && context.deadline.remaining > 0;
    if (!again) throw await sending.lost();
    await context.deadline.sleep(timeouts.pollMax * (losses + 1));
  }
}

/** Creates LOST_AFTER_DISPATCH, where `why` completes the sentence and `editor` describes the current state. */
export function lostError(command: Command, why: string, reason: string, editor: string): JigError {
  const receipt = command.id === undefined ? "" : `unity-receipt {"Id": "${command.id}"} shows what is known. `;
  const hint = command.repeatable
    ? "It only reads, so try again"
    : `${receipt}It is unknown whether it finished, so it was not sent again. Check its effect before you repeat it`;
  return editorError("LOST_AFTER_DISPATCH", `"${command.method}" was sent, but its answer was lost: ${why}`, {
    hint: `${hint}. The Editor now: ${editor}`,
    details: { dispatched: true, reason, editor },
  });
}

export function timeoutError(command: Command): JigError {
  const receipt = command.id === undefined ? "" : `; unity-receipt {"Id": "${command.id}"} shows what happened to it`;
  const repeat = command.repeatable
    ? "Try again with a larger TimeoutSeconds"
    : `It may still run in Unity and was not sent again${receipt}. Use a larger TimeoutSeconds next time`;
  return editorError("TIMEOUT", `"${command.method}" was sent, but Unity did not answer in time`, {
    hint: `${repeat}. A dialog may be waiting for a click, or Unity is asleep in the background: focus-window brings it to the front`,
    details: { dispatched: true },
  });
}
