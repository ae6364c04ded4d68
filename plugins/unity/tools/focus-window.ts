/** Implements `focus-window`, which brings the Editor's window to the front using the operating system. */
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";
import { raiseWindow } from "../editor/raise-window.ts";
import { findEditors } from "../editor/unity-processes.ts";
import { type CommonInput, openCall } from "../routing/editor-call.ts";

export default async function focusWindow(input: CommonInput, context: Context): Promise<Outcome> {
  const { router, commandContext } = await openCall(input, context);
  const run = (request: Parameters<Context["run"]>[0]) => context.run(request);
  const editors = await findEditors(context, router.projectRoot, commandContext.deadline.signal);
  const details: JsonObject = router.ver === undefined ? {} : { ver: router.ver };
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
    throw editorError("EDITOR_NOT_REACHABLE", `Unity is not running with "${router.projectRoot}"`, {
      hint: "Open the project in Unity",
      details,
    });
  }
  const wayland = context.env("XDG_SESSION_TYPE") === "wayland" || Boolean(context.env("WAYLAND_DISPLAY"));
  const raising = await raiseWindow(run, unity, wayland, commandContext.deadline.signal);
  if (!raising.raised)
    throw editorError("NO_WINDOW_TOOL", raising.why, { hint: raising.fix, details: { ...details, pid: unity.pid } });
  const value = {
    Success: true,
    Message: `Unity Editor window focused (${raising.by}, process ${unity.pid})`,
    ErrorMessage: "",
  };
  return { value: { ...value, Ver: router.ver ?? "" } };
}
