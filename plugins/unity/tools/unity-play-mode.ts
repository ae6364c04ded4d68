/** Implements `unity-play-mode`, which can enter, leave, pause and resume Play Mode. */
import type { InferOutput } from "valibot";
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import { asObject } from "../command/json-fields.ts";
import type { unityPlayModeInput } from "./dynamic-inputs.ts";
import { outcomeOf } from "./editor-outcome.ts";
import { commandFor, senderFor, type ToolSender } from "./send-tool-command.ts";

const TOOL = "unity-play-mode";

export default async function unityPlayMode(
  input: InferOutput<typeof unityPlayModeInput>,
  context: Context,
): Promise<Outcome> {
  const sender = await senderFor(TOOL, input, context);
  const { call, backend } = sender;
  const toggles = backend === "pipeline" || backend === "coplay";
  if (toggles && (input.Action === "Pause" || input.Action === "Resume")) {
    const { IsPlaying, IsPaused } = await stateOf(sender);
    const done = IsPlaying === false || IsPaused === (input.Action === "Pause");
    if (done) {
      const Success = IsPlaying !== false;
      const Message = Success
        ? "Nothing was sent: it is already in that state"
        : "Nothing was sent: the Editor is not in Play Mode";
      return outcomeOf(
        { result: { Success, IsPlaying: IsPlaying ?? null, IsPaused: IsPaused ?? null, Message }, warnings: [] },
        call,
      );
    }
  }
  const { result, warnings } = await sender.run(commandFor(TOOL, sender, input));
  const state = toggles && input.Action === "Status" ? playStateIn(result) : {};
  // Unity Pipeline answers with a sentence, even if the command failed.
  const said =
    typeof result.Result === "string" ? { Success: !/^Cannot /.test(result.Result), Message: result.Result } : {};
  return outcomeOf({ result: { Success: true, ...result, ...said, ...state }, warnings }, call);
}

async function stateOf(sender: ToolSender): Promise<JsonObject> {
  const { result } = await sender.run(commandFor(TOOL, sender, { Action: "Status" }));
  return playStateIn(result);
}

/**
 * Unity Pipeline returns `playMode: "paused"` and MCP for Unity `editor.play_mode.is_paused`. The result is empty if the answer
 * has neither.
 */
function playStateIn(result: JsonObject): JsonObject {
  const { playMode, editor } = result;
  if (typeof playMode === "string") {
    // This is ambiguous, because "paused" is also returned if the button is pressed in Edit Mode.
    return { IsPlaying: playMode === "paused" ? null : playMode !== "stopped", IsPaused: playMode === "paused" };
  }
  const { is_playing: IsPlaying, is_paused: IsPaused } = asObject(asObject(editor).play_mode);
  return typeof IsPlaying === "boolean" ? { IsPlaying, IsPaused: IsPaused === true } : {};
}
