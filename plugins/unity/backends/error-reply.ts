/** Interprets error replies. The code is always -32603, so we have no choice but to compare the messages. */
import type { JigError } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";
import { SETTINGS_WINDOW } from "../editor/menu-paths.ts";
import type { RpcError } from "../protocol/message.ts";

/** The stamp was refused and nothing has run. It works after we have read the settings again. */
const TRANSIENT = ["Fast project validation is unavailable", "Unity CLI Loop server session changed"];

export function isTransient(error: RpcError): boolean {
  return TRANSIENT.some((text) => error.message.startsWith(text));
}

/**
 * The tool doesn't exist, so nothing has run. We also compare the name, because an exception inside a tool would otherwise look
 * exactly the same.
 */
export function isUnknownTool(error: RpcError, tool: string): boolean {
  return error.data.message === `Unknown tool: ${tool}`;
}

export function errorOfReply(error: RpcError, tool: string, ver: string | undefined): JigError {
  const details = { editor: error };
  const inner = text(error.data.message);
  if (isUnknownTool(error, tool)) {
    return editorError("NOT_ON_THIS_VERSION", `This Editor${ver ? ` (uLoopMCP ${ver})` : ""} has no tool "${tool}"`, {
      hint: "unity-tools lists the available tools; a custom tool appears once its script compiles",
      details,
    });
  }
  if (error.data.type === "security_blocked") {
    const reason = text(error.data.reason) || inner || error.message;
    return editorError("TOOL_BLOCKED", `Unity's security settings block "${tool}": ${reason}`, {
      hint: `A person must allow it in Unity: ${SETTINGS_WINDOW}`,
      details,
    });
  }
  if (/^Tool '.*' is disabled/.test(error.message)) {
    return editorError("TOOL_DISABLED", error.message, {
      hint: "It is listed in .uloop/settings.tools.json under disabledTools",
      details,
    });
  }
  if (error.message === "Request timeout") {
    return editorError("TIMEOUT", `Unity gave up on "${tool}": ${inner || error.message}`, {
      hint: "Try again with a larger TimeoutSeconds",
      details: { ...details, dispatched: true },
    });
  }
  if (/belongs to a different project/.test(error.message)) {
    return editorError("WRONG_PROJECT", "The Editor that answered has another project open", {
      hint: "Nothing was run. Open this project in Unity with its uLoopMCP server started",
      details,
    });
  }
  if (error.message.startsWith("Parameter type mismatch")) {
    return editorError("PARAMETER_REFUSED", `Unity error: ${error.message}`, { details });
  }
  return editorError("EDITOR_ERROR", `Unity error: ${error.message}${inner ? ` (${inner})` : ""}`, { details });
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
