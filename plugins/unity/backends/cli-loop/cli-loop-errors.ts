/** Converts error replies of version 3.x. Each error says how the caller can fix it, and whether anything may have run. */
import { JigError } from "../../../../core/host/plugin-api.ts";
import { editorError } from "../../command/editor-errors.ts";
import { LOOP_SETTINGS } from "../../editor/menu-paths.ts";
import type { RpcError } from "../../protocol/message.ts";
import { errorOfReply, isUnknownTool } from "../error-reply.ts";

export const isUpdateRequired = (error: RpcError) => error.data.type === "cli_update_required";
export const isBusy = (error: RpcError) => error.data.type === "server_busy";

/** Returns the protocol number that the Editor requires. The earliest betas don't send one. */
export function requiredProtocol(error: RpcError): number | undefined {
  const required = error.data.requiredProtocolVersion;
  return typeof required === "number" && Number.isInteger(required) && required >= 0 ? required : undefined;
}

export function updateNeededError(error: RpcError, spoken: number): JigError {
  const required = requiredProtocol(error);
  const asks = required === undefined ? "a protocol of an early beta of 3.0" : `protocol ${required}`;
  const newer = required !== undefined && required > spoken;
  return editorError("UPDATE_NEEDED", `This Editor's Unity CLI Loop speaks ${asks}, and jig speaks ${spoken}`, {
    hint: newer
      ? "Nothing was run. Update jig; until then install io.github.hatayama.uloopmcp 3.6.0 in Unity's Package Manager"
      : "Nothing was run. Update io.github.hatayama.uloopmcp in Unity's Package Manager",
    details: { requiredProtocolVersion: required ?? null, spokenProtocolVersion: spoken, dispatched: false },
  });
}

export function describeBusy({ data }: RpcError): string {
  const running = typeof data.runningToolName === "string" ? data.runningToolName : "another command";
  const elapsed = data.runningToolElapsedSeconds;
  const stall = data.secondsSinceLastMainThreadTick;
  return [
    `Unity is running ${running}`,
    typeof elapsed === "number" ? ` for ${Math.round(elapsed)} s` : "",
    data.isCompiling === true ? ", compiling" : "",
    typeof stall === "number" && stall >= 30 ? `; its main thread has been blocked for ${Math.round(stall)} s` : "",
  ].join("");
}

export function busyError(error: RpcError, method: string): JigError {
  return editorError("EDITOR_BUSY", `"${method}" was refused until its time limit ran out: ${describeBusy(error)}`, {
    hint: "Nothing was run. Try again later or with a larger TimeoutSeconds; a dialog may be waiting for a click: focus-window brings Unity to the front",
    details: { editor: error.data, dispatched: false },
  });
}

export function errorOfLoopReply(error: RpcError, method: string, title: string): JigError {
  const known = errorOfReply(error, method, undefined);
  if (isUnknownTool(error, method)) {
    return editorError("NOT_ON_THIS_VERSION", `This Editor (${title}) has no tool "${method}"`, {
      hint: known.hint ?? "",
      details: { editor: error, dispatched: false },
    });
  }
  if (/failed to serialize/i.test(`${error.message} ${String(error.data.message)}`)) {
    return editorError("EDITOR_ERROR", `"${method}" ran, but Unity could not write its answer: ${error.message}`, {
      hint: "Check its effect; do not repeat it",
      details: { editor: error, dispatched: true },
    });
  }
  // A parameter of the wrong type and an exception in the tool have the same code, so we can only distinguish them by the
  // message.
  const refused = error.data.type === "internal_error" && error.data.message === "";
  if (refused && known.details?.editorCode === "EDITOR_ERROR") {
    return editorError("PARAMETER_REFUSED", `Unity error: ${error.message}`, {
      hint: "Nothing was run. unity-tools shows the tool's parameters",
      details: { editor: error, dispatched: false },
    });
  }
  return known.details?.editorCode === "TOOL_BLOCKED"
    ? JigError.fromData({
        ...known.toData(),
        hint: `A person must allow it in Unity: ${LOOP_SETTINGS}`,
      })
    : known;
}
