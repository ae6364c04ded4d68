/**
 * Reads `get_editor_state` of MCP for Unity. The reply comes from the main thread, so we know that the Editor accepts commands
 * if we get one.
 */
import { isObject, type JsonObject } from "../../../../core/host/plugin-api.ts";
import type { Command, CommandContext } from "../../command/command.ts";
import { editorCodeOf } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import type { EditorStatus } from "../../editor/editor-status.ts";
import type { CoplayServer } from "./editor-server.ts";

export interface CoplayEditorState {
  compiling: boolean;
  /** When the last compile began, in Unix milliseconds. A domain reload resets both times and sets `reloaded`. */
  started: number;
  finished: number;
  /** When the domain was last reloaded. It is 0 if the time isn't known. */
  reloaded: number;
  playing: boolean;
  paused: boolean;
  /** An empty string means that the Editor is idle. */
  busyWith: string;
}

/** The result is `away` if no Editor is connected, and `slow` if its main thread doesn't respond. */
export async function readState(
  server: CoplayServer,
  context: CommandContext,
): Promise<CoplayEditorState | "away" | "slow"> {
  const command: Command = { method: "get_editor_state", params: {}, repeatable: true };
  try {
    const { data } = await server.command({ type: "get_editor_state", params: {} }, command, context);
    return stateIn(asObject(data)) ?? "slow";
  } catch (thrown) {
    context.deadline.throwIfCancelled();
    return editorCodeOf(thrown) === "TIMEOUT" ? "slow" : "away";
  }
}

export function stateIn(data: JsonObject): CoplayEditorState | undefined {
  const { compilation, editor, tests, assets, activity } = data;
  if (!isObject(compilation)) return undefined;
  const time = (value: unknown) => (typeof value === "number" ? value : 0);
  const mode = asObject(asObject(editor).play_mode);
  const reloading = compilation.is_domain_reload_pending === true || asObject(activity).phase === "domain_reload";
  const busy = [
    compilation.is_compiling === true ? "Unity is compiling" : "",
    reloading ? "Unity is reloading its scripts" : "",
    asObject(tests).is_running === true ? "Unity is running tests" : "",
    asObject(assets).is_updating === true ? "Unity is importing assets" : "",
  ];
  return {
    compiling: compilation.is_compiling === true || compilation.is_domain_reload_pending === true,
    started: time(compilation.last_compile_started_unix_ms),
    finished: time(compilation.last_compile_finished_unix_ms),
    reloaded: time(compilation.last_domain_reload_after_unix_ms),
    playing: mode.is_playing === true || mode.is_changing === true,
    paused: mode.is_playing === true && mode.is_paused === true,
    busyWith: busy.filter((each) => each !== "").join(", "),
  };
}

export async function statusOf(
  server: CoplayServer,
  context: CommandContext,
): Promise<Pick<EditorStatus, "state" | "why" | "fix" | "paused">> {
  const state = await readState(server, context);
  if (state === "away" || state === "slow") {
    return {
      state: "not answering",
      why: "Unity is connected, but its main thread does not answer: a dialog is waiting for a click, or it is busy",
      fix: "focus-window brings Unity to the front: answer its dialog, or wait",
    };
  }
  if (state.busyWith === "") return { state: "ready", why: "", fix: "", paused: state.paused };
  return {
    state: state.compiling ? "reloading" : "busy",
    why: state.busyWith,
    fix: "Nothing to do: commands wait for this",
  };
}
