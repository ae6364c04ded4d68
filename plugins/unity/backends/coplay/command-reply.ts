/** Classifies responses from `/api/command`. The important question is whether the command may have run. */
import { isObject, type JigError, type Json, type JsonObject } from "../../../../core/host/plugin-api.ts";
import type { Command } from "../../command/command.ts";
import { editorError } from "../../command/editor-errors.ts";
import { asObject, textIn } from "../../command/json-fields.ts";
import { COPLAY_WINDOW } from "../../editor/menu-paths.ts";
import { lostError, SENT_HINT } from "../retry.ts";

export type CommandReply =
  | { kind: "result"; result: JsonObject }
  /** The command didn't run, so it is safe to send it again. */
  | { kind: "busy"; why: string }
  /** For some commands the server only waits two seconds, no matter which timeout we set. Unity still runs them later. */
  | { kind: "slow"; why: string }
  | { kind: "failed"; error: JigError }
  | { kind: "lost"; error: (command: Command) => JigError };

/** The response also contains a "retry" hint, but we can't use it because the server sends it even if the command may have run. */
export function readCommandReply(status: number, body: JsonObject | undefined, type: string): CommandReply {
  if (!body) {
    const error = editorError("PROTOCOL_ERROR", `The server answered ${status} with something other than JSON`, {
      hint: SENT_HINT,
      details: { dispatched: true },
    });
    return { kind: "lost", error: () => error };
  }
  const said = typeof body.error === "string" ? body.error : "";
  if (status === 503 || status === 404) return { kind: "busy", why: said || "The Editor is not connected" };
  if (status === 400) return refused("PARAMETER_REFUSED", `The server refused "${type}": ${said}`);
  if (/^Plugin session \S+ not connected/.test(said)) return { kind: "busy", why: said };
  if (/^Unity did not respond to '\w+' within /.test(said))
    return { kind: "slow", why: said.replace(/; please retry$/, "") };
  if (status !== 200 || /disconnected while awaiting|superseded by/.test(said)) {
    const why = said === "" ? "the server gave up waiting for the Editor" : said;
    return { kind: "lost", error: (command) => lostError(command, why, "unannounced", "unknown") };
  }
  if (body.status === "error" || (body.success === undefined && said !== "")) {
    if (/^Unknown or unsupported command type/i.test(said) || new RegExp(`'${type}' is disabled`).test(said)) {
      const disabled = said.includes("is disabled");
      const hint = disabled
        ? `A person must switch it on in Unity: ${COPLAY_WINDOW}, Tools`
        : "Update com.coplaydev.unity-mcp";
      return refused(disabled ? "TOOL_DISABLED" : "NOT_ON_THIS_VERSION", said, hint);
    }
    return failed(`Unity error in "${type}": ${said}`);
  }
  if (body.status === "success") return readResult(wrapped(body.result), type);
  if (typeof body.success === "boolean") return readResult(body, type);
  const error = editorError("PROTOCOL_ERROR", "The server's answer says neither that it succeeded nor that it failed", {
    hint: SENT_HINT,
    details: { dispatched: true },
  });
  return { kind: "lost", error: () => error };
}

const RESULT_KEYS = ["success", "message", "data", "error", "_mcp_status"];

/** Custom tools can return anything, including values that are not objects. */
function wrapped(result: Json | undefined): JsonObject {
  const isWhole = isObject(result) && RESULT_KEYS.some((key) => key in result);
  return isWhole ? result : { success: true, message: "", data: result ?? null };
}

function readResult(result: JsonObject, type: string): CommandReply {
  if (result.success !== false) return { kind: "result", result };
  const said = textIn(result, "error") || textIn(result, "message") || "no reason given";
  const data = asObject(result.data);
  if (said === "tests_running" || data.reason === "tests_running")
    return { kind: "busy", why: "Unity is running tests" };
  if (
    /^(Required parameter|Missing required parameter|Unknown action|Blocked pattern|Parameters cannot|Code exceeds)/.test(
      said,
    )
  ) {
    return refused("PARAMETER_REFUSED", `Unity refused "${type}": ${said}`);
  }
  // A command that failed is still a result, which the caller converts for the tool.
  return { kind: "result", result: { ...result, message: said, data: { ...data, failed: true } } };
}

function refused(
  code: "PARAMETER_REFUSED" | "TOOL_DISABLED" | "NOT_ON_THIS_VERSION",
  message: string,
  hint = "",
): CommandReply {
  const error = editorError(code, message, {
    hint: `Nothing was run.${hint === "" ? "" : ` ${hint}`}`,
    details: { dispatched: false },
  });
  return { kind: "failed", error };
}

/** The error comes from the dispatcher, so the command may have been interrupted at any point. */
function failed(message: string): CommandReply {
  const error = editorError("EDITOR_ERROR", message, {
    hint: "It may have run, perhaps in part: check its effect before you repeat it",
    details: { dispatched: true },
  });
  return { kind: "lost", error: () => error };
}
