/** `focus-window`: brings the Editor's window to the front by the operating system. */
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import { findEditors } from "../editor/running-unity.ts";
import { raiseWindow } from "../editor/window.ts";
import { type CommonInput, dealingsOf } from "./call-editor.ts";
import { editorError } from "./error-envelope.ts";

export default async function focusWindow(input: CommonInput, context: Context): Promise<Outcome> {
  const { session, caller } = await dealingsOf(input, context);
  const run = (request: Parameters<Context["run"]>[0]) => context.run(request);
  const editors = await findEditors(context, session.projectRoot, caller.deadline.signal);
  const details: JsonObject = session.ver === undefined ? {} : { ver: session.ver };
  if (!editors) {
    throw editorError(
      "NO_WINDOW_TOOL",
      "The processes of this machine cannot be listed, so Unity's window was not found",
      {
        hint: "ps (on Windows: powershell) must be on the PATH. Click the Unity window instead",
        details,
      },
    );
  }
  const unity = editors.ours;
  if (!unity) {
    throw editorError("EDITOR_NOT_REACHABLE", `Unity is not running with "${session.projectRoot}"`, {
      hint: "Open the project in Unity",
      details,
    });
  }
  const wayland = context.env("XDG_SESSION_TYPE") === "wayland" || Boolean(context.env("WAYLAND_DISPLAY"));
  const raising = await raiseWindow(run, unity, wayland, caller.deadline.signal);
  if (!raising.raised)
    throw editorError("NO_WINDOW_TOOL", raising.why, { hint: raising.fix, details: { ...details, pid: unity.pid } });
  const value = {
    Success: true,
    Message: `Unity Editor window focused (${raising.by}, process ${unity.pid})`,
    ErrorMessage: "",
  };
  return { value: { ...value, Ver: session.ver ?? "" } };
}
