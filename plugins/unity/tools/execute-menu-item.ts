/** Implements `execute-menu-item`. An item is executed once and never repeated. */
import type { InferOutput } from "valibot";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { executeMenuByCode } from "../fallbacks/menu-items-by-code.ts";
import { orFallback } from "../fallbacks/run-code.ts";
import { openCall } from "../routing/editor-call.ts";
import { editorParams } from "./call-editor.ts";
import { outcomeOf } from "./editor-outcome.ts";
import type { executeMenuItemInput } from "./input.ts";

const TOOL = "execute-menu-item";

export default async function executeMenuItem(
  input: InferOutput<typeof executeMenuItemInput>,
  context: Context,
): Promise<Outcome> {
  const call = await openCall(input, context);
  const command = { method: TOOL, params: editorParams(input), repeatable: false };
  return outcomeOf(
    await orFallback(
      () => call.router.run(command, call.commandContext),
      () => executeMenuByCode(TOOL, input.MenuItemPath, call, context),
    ),
    call,
  );
}
